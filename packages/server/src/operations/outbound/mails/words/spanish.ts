import type { MailWords } from './english.ts'

export const spanish: MailWords = {
  greeting: 'Hola, {firstName}:',
  greetingWithoutName: 'Hola:',
  aFriend: 'Un amigo',
  aReward: 'una recompensa',

  'FRIEND_JOINED.subject': '{friendName} se ha unido con tu enlace',
  'FRIEND_JOINED.heading': 'Tu recomendación ha llegado',
  'FRIEND_JOINED.body':
    '{friendName} se ha unido con tu enlace. En cuanto haga su primer pago, recibes esto: {reward}.',
  'FRIEND_JOINED.bodyWithoutReward': '{friendName} se ha unido con tu enlace. Gracias por recomendarnos.',
  'FRIEND_JOINED.button': 'Comparte tu enlace otra vez',

  'REWARD_EARNED.subject': 'Has conseguido una recompensa',
  'REWARD_EARNED.heading': 'Una recompensa para ti',
  'REWARD_EARNED.body': 'Gracias. Esto es tuyo: {reward}.',
  'REWARD_EARNED.button': 'Invita a tus amigos',

  'REWARD_EXPIRING.subject': 'Tu recompensa caduca el {expiryDate}',
  'REWARD_EXPIRING.heading': 'Tu recompensa caduca pronto',
  'REWARD_EXPIRING.body': 'Todavía no has usado esto: {reward}. Caduca el {expiryDate}.',
  'REWARD_EXPIRING.button': '',

  validUntil: 'Válido hasta el {expiryDate}.',
  why: 'Recibes este correo porque participas en este programa: {programName}.',
  unsubscribe: 'No recibir más estos correos',

  percentOff: '{percent} de descuento',
  percentOffMonths: '{percent} de descuento durante {months}',
  'months.one': '{count} mes',
  'months.other': '{count} meses',
}
