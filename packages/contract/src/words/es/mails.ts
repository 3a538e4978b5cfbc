import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<'es', typeof english> = {
  greeting: 'Hola, {firstName}:',
  greetingWithoutName: 'Hola:',
  aFriend: 'Un amigo',
  aReward: 'una recompensa',

  'FRIEND_JOINED.subject': '{friendName} se ha unido gracias a tu enlace',
  'FRIEND_JOINED.heading': 'Tu recomendación ha llegado',
  'FRIEND_JOINED.body':
    '{friendName} se ha unido gracias a tu enlace. En cuanto haga su primer pago, recibes esto: {reward}.',
  'FRIEND_JOINED.bodyWithoutReward':
    '{friendName} se ha unido gracias a tu enlace. Gracias por recomendarnos.',
  'FRIEND_JOINED.button': 'Comparte tu enlace otra vez',

  'REWARD_EARNED.subject': 'Has conseguido una recompensa',
  'REWARD_EARNED.heading': 'Una recompensa para ti',
  'REWARD_EARNED.body': 'Gracias. Esto es tuyo: {reward}.',
  'REWARD_EARNED.button': 'Invita a tus amigos',

  'REWARD_EXPIRING.subject': 'Tu recompensa caduca el {expiryDate}',
  'REWARD_EXPIRING.heading': 'Tu recompensa caduca pronto',
  'REWARD_EXPIRING.body': 'Todavía no has usado esto: {reward}. Caduca el {expiryDate}.',
  'REWARD_EXPIRING.button': '',

  'DISCOUNT_ENDING.subject': 'Tu descuento termina el {expiryDate}',
  'DISCOUNT_ENDING.heading': 'Tu descuento termina pronto',
  'DISCOUNT_ENDING.body':
    'Lo tienes hasta el {expiryDate}: {reward}. Si alguien más se hace cliente con tu enlace, recibes una nueva recompensa.',
  'DISCOUNT_ENDING.button': 'Compartir tu enlace',

  'SHARE_REMINDER.subject': 'Tu enlace para compartir',
  'SHARE_REMINDER.heading': '¿Conoces a alguien a quien le gustaría?',
  'SHARE_REMINDER.body':
    'Tienes un enlace propio. Por cada persona que se haga cliente con él, recibes {reward}. Te lo recordamos solo esta vez.',
  'SHARE_REMINDER.bodyWithoutReward':
    'Tienes un enlace propio. Envíaselo a amigos a quienes les gustaría. Te lo recordamos solo esta vez.',
  'SHARE_REMINDER.button': 'Abrir tu enlace',

  'REFERRAL_CHECKED.subject': 'Estamos revisando una de tus invitaciones',
  'REFERRAL_CHECKED.heading': 'Estamos revisando una invitación',
  'REFERRAL_CHECKED.body':
    'Revisamos esta invitación ({friendName}) antes de dar la recompensa. No tienes que hacer nada. Si hay algo que debamos saber, puedes escribírnoslo una vez.',
  'REFERRAL_CHECKED.button': 'Escribirnos',
  checkedUntil: 'Puede tardar hasta el {expiryDate}.',

  'INVITATION.subject': '{senderName} te invita: {programName}',
  'INVITATION.heading': 'Una invitación de {senderName}',
  'INVITATION.body':
    '{senderName} usa lo que ofrecemos y cree que también te gustaría. Si te haces cliente con este enlace, recibes {reward}.',
  'INVITATION.bodyWithoutReward':
    '{senderName} usa lo que ofrecemos y cree que también te gustaría. Este enlace te lleva hasta nosotros.',
  'INVITATION.button': 'Ver de qué se trata',
  invitedBecause:
    'Recibes este único correo porque {senderName} introdujo tu dirección y nos pidió que te escribiéramos ({programName}). {senderName} puede recibir una recompensa si te haces cliente. Borramos tu dirección a los 30 días y no enviamos recordatorios.',
  privacy: 'Qué hacemos con los datos personales',
  noInvitations: 'No enviarme más invitaciones',

  'PAGE_SIGN_IN.subject': 'Acceso a {programName}',
  'PAGE_SIGN_IN.heading': 'Tu enlace',
  'PAGE_SIGN_IN.body':
    'Pulsa el botón para abrir tu página. El enlace funciona una sola vez, durante un cuarto de hora.',
  'PAGE_SIGN_IN.button': 'Abrir mi página',
  'PAGE_SIGN_IN.why':
    'Recibes este correo porque se escribió esta dirección en la página de {programName}. Si no fuiste tú, ignóralo: nadie puede entrar sin este correo.',

  queuedFrom: 'Se usa después de los descuentos que ya tienes, desde el {beginDate}.',
  validUntil: 'Válida hasta el {expiryDate}.',
  why: 'Recibes este correo porque participas en este programa: {programName}.',
  unsubscribe: 'No recibir más estos correos',
}
