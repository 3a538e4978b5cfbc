import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<'de', typeof english> = {
  greeting: 'Hallo {firstName},',
  greetingWithoutName: 'Guten Tag,',
  aFriend: 'Jemand',
  aReward: 'eine Prämie',

  'FRIEND_JOINED.subject': 'Ihre Empfehlung hat geklappt: {friendName}',
  'FRIEND_JOINED.heading': 'Ihre Empfehlung ist angekommen',
  'FRIEND_JOINED.body':
    '{friendName} ist über Ihren Link zu uns gekommen. Sobald daraus ein Kunde wird, erhalten Sie {reward}.',
  'FRIEND_JOINED.bodyWithoutReward':
    '{friendName} ist über Ihren Link zu uns gekommen. Vielen Dank für Ihre Empfehlung.',
  'FRIEND_JOINED.button': 'Link noch einmal teilen',

  'REWARD_EARNED.subject': 'Sie haben eine Prämie erhalten',
  'REWARD_EARNED.heading': 'Eine Prämie für Sie',
  'REWARD_EARNED.body': 'Vielen Dank. Das gehört Ihnen: {reward}.',
  'REWARD_EARNED.button': 'Freunde einladen',

  'REWARD_EXPIRING.subject': 'Ihre Prämie verfällt am {expiryDate}',
  'REWARD_EXPIRING.heading': 'Ihre Prämie verfällt bald',
  'REWARD_EXPIRING.body': 'Das haben Sie noch nicht eingelöst: {reward}. Es verfällt am {expiryDate}.',
  'REWARD_EXPIRING.button': '',

  'DISCOUNT_ENDING.subject': 'Ihr Rabatt endet am {expiryDate}',
  'DISCOUNT_ENDING.heading': 'Ihr Rabatt endet bald',
  'DISCOUNT_ENDING.body':
    'Das gilt für Sie noch bis {expiryDate}: {reward}. Wird über Ihren Link noch jemand Kunde, erhalten Sie eine neue Prämie.',
  'DISCOUNT_ENDING.button': 'Link teilen',

  'SHARE_REMINDER.subject': 'Ihr Link zum Weiterempfehlen',
  'SHARE_REMINDER.heading': 'Kennen Sie jemanden, dem das gefällt?',
  'SHARE_REMINDER.body':
    'Sie haben einen eigenen Link. Für alle, die darüber Kunde werden, erhalten Sie {reward}. Wir erinnern Sie nur dieses eine Mal daran.',
  'SHARE_REMINDER.bodyWithoutReward':
    'Sie haben einen eigenen Link. Senden Sie ihn Freunden, denen unser Angebot gefällt. Wir erinnern Sie nur dieses eine Mal daran.',
  'SHARE_REMINDER.button': 'Ihren Link öffnen',

  'REFERRAL_CHECKED.subject': 'Wir prüfen eine Ihrer Empfehlungen',
  'REFERRAL_CHECKED.heading': 'Eine Empfehlung wird geprüft',
  'REFERRAL_CHECKED.body':
    'Wir prüfen diese Empfehlung ({friendName}), bevor es die Prämie gibt. Sie müssen nichts tun. Wenn wir dazu etwas wissen sollten, können Sie es uns einmal schreiben.',
  'REFERRAL_CHECKED.button': 'Schreiben Sie uns',
  checkedUntil: 'Das kann bis zum {expiryDate} dauern.',

  'INVITATION.subject': '{senderName} lädt Sie ein: {programName}',
  'INVITATION.heading': 'Eine Einladung von {senderName}',
  'INVITATION.body':
    '{senderName} nutzt unser Angebot und meint, dass es auch Ihnen gefällt. Wenn Sie über diesen Link Kunde werden, erhalten Sie {reward}.',
  'INVITATION.bodyWithoutReward':
    '{senderName} nutzt unser Angebot und meint, dass es auch Ihnen gefällt. Dieser Link führt Sie zu uns.',
  'INVITATION.button': 'Ansehen, worum es geht',
  invitedBecause:
    'Sie erhalten diese eine E-Mail, weil {senderName} Ihre Adresse eingegeben und uns gebeten hat, Ihnen zu schreiben ({programName}). {senderName} erhält möglicherweise eine Prämie, wenn Sie Kunde werden. Wir löschen Ihre Adresse nach 30 Tagen und senden keine Erinnerung.',
  privacy: 'Wie wir mit personenbezogenen Daten umgehen',
  noInvitations: 'Mir keine Einladungen mehr senden',

  'PAGE_SIGN_IN.subject': 'Anmelden bei {programName}',
  'PAGE_SIGN_IN.heading': 'Ihr Link',
  'PAGE_SIGN_IN.body':
    'Mit dem Knopf öffnen Sie Ihre Seite. Der Link funktioniert einmal und gilt eine Viertelstunde.',
  'PAGE_SIGN_IN.button': 'Meine Seite öffnen',
  'PAGE_SIGN_IN.why':
    'Sie erhalten diese E-Mail, weil diese Adresse auf der Seite von {programName} eingegeben wurde. Waren Sie das nicht, dann ist nichts zu tun: Ohne diese E-Mail kommt niemand hinein.',

  queuedFrom: 'Der Rabatt folgt auf die, die Sie schon haben, und beginnt am {beginDate}.',
  validUntil: 'Gültig bis {expiryDate}.',
  why: 'Sie erhalten diese E-Mail, weil Sie an diesem Programm teilnehmen: {programName}.',
  unsubscribe: 'Diese E-Mails abbestellen',
}
