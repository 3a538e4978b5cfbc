import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<'fr', typeof english> = {
  greeting: 'Bonjour {firstName},',
  greetingWithoutName: 'Bonjour,',
  aFriend: 'Un ami',
  aReward: 'une récompense',

  'FRIEND_JOINED.subject': 'Grâce à votre lien\u00a0: {friendName} nous a rejoints',
  'FRIEND_JOINED.heading': 'Votre recommandation est arrivée',
  'FRIEND_JOINED.body':
    '{friendName} nous a rejoints grâce à votre lien. Dès le premier paiement, vous recevez\u00a0: {reward}.',
  'FRIEND_JOINED.bodyWithoutReward':
    '{friendName} nous a rejoints grâce à votre lien. Merci pour votre recommandation.',
  'FRIEND_JOINED.button': 'Partager à nouveau votre lien',

  'REWARD_EARNED.subject': 'Vous avez reçu une récompense',
  'REWARD_EARNED.heading': 'Une récompense pour vous',
  'REWARD_EARNED.body': 'Merci. Voici votre récompense\u00a0: {reward}.',
  'REWARD_EARNED.button': 'Inviter des amis',

  'REWARD_EXPIRING.subject': 'Votre récompense expire le {expiryDate}',
  'REWARD_EXPIRING.heading': 'Votre récompense expire bientôt',
  'REWARD_EXPIRING.body': 'Vous ne l’avez pas encore utilisée\u00a0: {reward}. Elle expire le {expiryDate}.',
  'REWARD_EXPIRING.button': '',

  'DISCOUNT_ENDING.subject': 'Votre réduction prend fin le {expiryDate}',
  'DISCOUNT_ENDING.heading': 'Votre réduction prend bientôt fin',
  'DISCOUNT_ENDING.body':
    'Vous en profitez jusqu’au {expiryDate}\u00a0: {reward}. Si quelqu’un d’autre devient client grâce à votre lien, vous recevez une nouvelle récompense.',
  'DISCOUNT_ENDING.button': 'Partager votre lien',

  'SHARE_REMINDER.subject': 'Votre lien à partager',
  'SHARE_REMINDER.heading': 'Connaissez-vous quelqu’un à qui cela plairait\u00a0?',
  'SHARE_REMINDER.body':
    'Vous avez votre propre lien. Pour chaque personne qui devient cliente grâce à lui, vous recevez {reward}. Nous ne vous le rappelons que cette fois.',
  'SHARE_REMINDER.bodyWithoutReward':
    'Vous avez votre propre lien. Envoyez-le à des amis à qui cela plairait. Nous ne vous le rappelons que cette fois.',
  'SHARE_REMINDER.button': 'Ouvrir votre lien',

  'REFERRAL_CHECKED.subject': 'Nous vérifions l’une de vos invitations',
  'REFERRAL_CHECKED.heading': 'Une invitation est en cours de vérification',
  'REFERRAL_CHECKED.body':
    'Nous vérifions cette invitation ({friendName}) avant de donner la récompense. Vous n’avez rien à faire. S’il y a quelque chose à savoir, vous pouvez nous l’écrire une fois.',
  'REFERRAL_CHECKED.button': 'Nous écrire',
  checkedUntil: 'Cela peut durer jusqu’au {expiryDate}.',

  'INVITATION.subject': '{senderName} vous invite\u00a0: {programName}',
  'INVITATION.heading': 'Une invitation de {senderName}',
  'INVITATION.body':
    '{senderName} utilise notre offre et pense qu’elle vous plairait aussi. Si vous devenez client grâce à ce lien, vous recevez {reward}.',
  'INVITATION.bodyWithoutReward':
    '{senderName} utilise notre offre et pense qu’elle vous plairait aussi. Ce lien vous mène chez nous.',
  'INVITATION.button': 'Voir de quoi il s’agit',
  invitedBecause:
    'Vous recevez cet unique e-mail parce que {senderName} a saisi votre adresse et nous a demandé de vous écrire ({programName}). {senderName} peut recevoir une récompense si vous devenez client. Nous effaçons votre adresse après 30 jours et n’envoyons aucun rappel.',
  privacy: 'Ce que nous faisons des données personnelles',
  noInvitations: 'Ne plus m’envoyer d’invitations',

  'PAGE_SIGN_IN.subject': 'Connexion à {programName}',
  'PAGE_SIGN_IN.heading': 'Votre lien',
  'PAGE_SIGN_IN.body':
    'Appuyez sur le bouton pour ouvrir votre page. Le lien fonctionne une seule fois, pendant un quart d’heure.',
  'PAGE_SIGN_IN.button': 'Ouvrir ma page',
  'PAGE_SIGN_IN.why':
    'Vous recevez cet e-mail parce que cette adresse a été saisie sur la page de {programName}. Si ce n’était pas vous, ignorez-le\u00a0: personne ne peut entrer sans cet e-mail.',

  queuedFrom: 'Elle suit les réductions que vous avez déjà et commence le {beginDate}.',
  validUntil: 'Valable jusqu’au {expiryDate}.',
  why: 'Vous recevez cet e-mail parce que vous participez à ce programme\u00a0: {programName}.',
  unsubscribe: 'Ne plus recevoir ces e-mails',
}
