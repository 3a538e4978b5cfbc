import type { MailWords } from './english.ts'

export const french: MailWords = {
  greeting: 'Bonjour {firstName},',
  greetingWithoutName: 'Bonjour,',
  aFriend: 'Un ami',
  aReward: 'une récompense',

  'FRIEND_JOINED.subject': 'Grâce à votre lien : {friendName} nous a rejoints',
  'FRIEND_JOINED.heading': 'Votre recommandation est arrivée',
  'FRIEND_JOINED.body':
    '{friendName} nous a rejoints grâce à votre lien. Dès le premier paiement, vous recevez : {reward}.',
  'FRIEND_JOINED.bodyWithoutReward':
    '{friendName} nous a rejoints grâce à votre lien. Merci pour votre recommandation.',
  'FRIEND_JOINED.button': 'Partager à nouveau votre lien',

  'REWARD_EARNED.subject': 'Vous avez reçu une récompense',
  'REWARD_EARNED.heading': 'Une récompense pour vous',
  'REWARD_EARNED.body': 'Merci. Voici votre récompense : {reward}.',
  'REWARD_EARNED.button': 'Inviter des amis',

  'REWARD_EXPIRING.subject': 'Votre récompense expire le {expiryDate}',
  'REWARD_EXPIRING.heading': 'Votre récompense expire bientôt',
  'REWARD_EXPIRING.body': 'Vous ne l’avez pas encore utilisée : {reward}. Elle expire le {expiryDate}.',
  'REWARD_EXPIRING.button': '',

  validUntil: 'Valable jusqu’au {expiryDate}.',
  why: 'Vous recevez cet e-mail parce que vous participez à ce programme : {programName}.',
  unsubscribe: 'Ne plus recevoir ces e-mails',

  percentOff: '{percent} de réduction',
  percentOffMonths: '{percent} de réduction pendant {months}',
  'months.one': '{count} mois',
  'months.other': '{count} mois',
}
