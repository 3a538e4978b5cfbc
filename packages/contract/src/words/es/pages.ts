import type { pages as english } from '../en/pages.ts'
import type { Translation } from '../translation.ts'

export const pages: Translation<'es', typeof english> = {
  'shareLink.unavailable.title': 'Inténtalo de nuevo en un momento',
  'shareLink.unavailable.text':
    'No hemos podido averiguar adónde lleva este enlace. Vuelve a cargar la página en unos segundos.',

  'shareLink.notReady.title': 'Este enlace aún no está listo',
  'shareLink.notReady.text':
    'La empresa todavía no ha configurado su página. Inténtalo más tarde o pregunta a la persona que te lo envió.',

  'shareLink.unknown.title': 'Este enlace no funciona',
  'shareLink.unknown.text':
    'Puede que esté mal escrito o que ya no sea válido. Pide uno nuevo a la persona que te lo envió.',

  'linkPreview.gift': 'Un regalo para ti: {reward}',
  'linkPreview.invitation': 'Una invitación para ti',
  'linkPreview.sentBy': '{name} te ha enviado este enlace. Ábrelo para ver la oferta.',
  'linkPreview.sentByFriend': 'Alguien que te conoce te ha enviado este enlace. Ábrelo para ver la oferta.',

  'unsubscribe.subscribed.asked.title': '¿Dejar de recibir correos?',
  'unsubscribe.subscribed.asked.text':
    'Recibes correos de «{programName}». Pulsa el botón para no recibir más.',
  'unsubscribe.subscribed.asked.button': 'Darme de baja',

  'unsubscribe.subscribed.done.title': 'Vuelves a recibir correos',
  'unsubscribe.subscribed.done.text': 'Vuelves a recibir correos de «{programName}».',
  'unsubscribe.subscribed.done.button': 'Darme de baja',

  'unsubscribe.unsubscribed.asked.title': 'No recibes correos',
  'unsubscribe.unsubscribed.asked.text':
    'No recibes correos de «{programName}». Puedes volver a suscribirte cuando quieras.',
  'unsubscribe.unsubscribed.asked.button': 'Volver a suscribirme',

  'unsubscribe.unsubscribed.done.title': 'No recibes correos',
  'unsubscribe.unsubscribed.done.text':
    'Hecho. No recibirás más correos de «{programName}». Tus recompensas siguen siendo tuyas.',
  'unsubscribe.unsubscribed.done.button': 'Volver a suscribirme',

  'unsubscribe.unknown.title': 'Este enlace no funciona',
  'unsubscribe.unknown.text': 'Puede que esté incompleto. Abre otra vez el enlace del correo.',
}
