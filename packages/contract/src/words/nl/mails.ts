import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<'nl', typeof english> = {
  greeting: 'Hallo {firstName},',
  greetingWithoutName: 'Hallo,',
  aFriend: 'Een vriend',
  aReward: 'een beloning',

  'FRIEND_JOINED.subject': '{friendName} is via je link gekomen',
  'FRIEND_JOINED.heading': 'Je tip is aangekomen',
  'FRIEND_JOINED.body':
    '{friendName} is via je link bij ons gekomen. Na de eerste betaling krijg je {reward}.',
  'FRIEND_JOINED.bodyWithoutReward':
    '{friendName} is via je link bij ons gekomen. Bedankt dat je ons hebt aanbevolen.',
  'FRIEND_JOINED.button': 'Deel je link nog eens',

  'REWARD_EARNED.subject': 'Je hebt een beloning verdiend',
  'REWARD_EARNED.heading': 'Een beloning voor jou',
  'REWARD_EARNED.body': 'Bedankt. Dit is voor jou: {reward}.',
  'REWARD_EARNED.button': 'Nodig je vrienden uit',

  'REWARD_EXPIRING.subject': 'Je beloning verloopt op {expiryDate}',
  'REWARD_EXPIRING.heading': 'Je beloning verloopt binnenkort',
  'REWARD_EXPIRING.body': 'Dit heb je nog niet gebruikt: {reward}. Het verloopt op {expiryDate}.',
  'REWARD_EXPIRING.button': '',

  'DISCOUNT_ENDING.subject': 'Je korting eindigt op {expiryDate}',
  'DISCOUNT_ENDING.heading': 'Je korting eindigt binnenkort',
  'DISCOUNT_ENDING.body':
    'Dit heb je tot en met {expiryDate}: {reward}. Wordt er nog iemand klant via je link, dan krijg je een nieuwe beloning.',
  'DISCOUNT_ENDING.button': 'Deel je link',

  'SHARE_REMINDER.subject': 'Je link om te delen',
  'SHARE_REMINDER.heading': 'Ken je iemand die dit leuk zou vinden?',
  'SHARE_REMINDER.body':
    'Je hebt een eigen link. Voor iedereen die via die link klant wordt, krijg je {reward}. We herinneren je er alleen deze keer aan.',
  'SHARE_REMINDER.bodyWithoutReward':
    'Je hebt een eigen link. Stuur hem naar vrienden die ons aanbod leuk zouden vinden. We herinneren je er alleen deze keer aan.',
  'SHARE_REMINDER.button': 'Open je link',

  'REFERRAL_CHECKED.subject': 'We controleren een uitnodiging van je',
  'REFERRAL_CHECKED.heading': 'Een uitnodiging wordt gecontroleerd',
  'REFERRAL_CHECKED.body':
    'We controleren deze uitnodiging ({friendName}) voordat de beloning wordt gegeven. Je hoeft niets te doen. Als er iets is wat we moeten weten, kun je het ons één keer schrijven.',
  'REFERRAL_CHECKED.button': 'Schrijf ons',
  checkedUntil: 'Dit kan tot {expiryDate} duren.',

  'INVITATION.subject': '{senderName} nodigt je uit: {programName}',
  'INVITATION.heading': 'Een uitnodiging van {senderName}',
  'INVITATION.body':
    '{senderName} gebruikt ons aanbod en denkt dat jij het ook leuk vindt. Word je via deze link klant, dan krijg je {reward}.',
  'INVITATION.bodyWithoutReward':
    '{senderName} gebruikt ons aanbod en denkt dat jij het ook leuk vindt. Deze link brengt je naar ons.',
  'INVITATION.button': 'Bekijk wat het is',
  invitedBecause:
    'Je krijgt deze ene e-mail omdat {senderName} je adres heeft ingevuld en ons heeft gevraagd je te schrijven ({programName}). {senderName} krijgt mogelijk een beloning als je klant wordt. We wissen je adres na 30 dagen en sturen geen herinnering.',
  privacy: 'Wat we met persoonsgegevens doen',
  noInvitations: 'Stuur mij geen uitnodigingen meer',

  'PAGE_SIGN_IN.subject': 'Inloggen bij {programName}',
  'PAGE_SIGN_IN.heading': 'Je link',
  'PAGE_SIGN_IN.body': 'Met de knop open je je pagina. De link werkt één keer, een kwartier lang.',
  'PAGE_SIGN_IN.button': 'Mijn pagina openen',
  'PAGE_SIGN_IN.why':
    'Je krijgt deze e-mail omdat dit adres is ingevuld op de pagina van {programName}. Was jij dat niet, dan hoef je niets te doen: zonder deze e-mail komt niemand binnen.',

  queuedFrom: 'Deze korting volgt op de kortingen die je al hebt en begint op {beginDate}.',
  validUntil: 'Geldig tot en met {expiryDate}.',
  why: 'Je krijgt deze e-mail omdat je meedoet aan dit programma: {programName}.',
  unsubscribe: 'Geen e-mails meer ontvangen',
}
