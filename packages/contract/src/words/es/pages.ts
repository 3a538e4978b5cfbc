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
  'shareLink.unknown.open': 'Ir a {site}',

  'linkPreview.gift': 'Un regalo para ti: {reward}',
  'linkPreview.invitation': 'Una invitación para ti',
  'linkPreview.sentBy': '{name} te ha enviado este enlace. Ábrelo para ver la oferta.',
  'linkPreview.sentByFriend': 'Alguien que te conoce te ha enviado este enlace. Ábrelo para ver la oferta.',
  'linkPreview.open': 'Ver la oferta',

  'unsubscribe.subscribed.asked.title': '¿Qué correos quieres?',
  'unsubscribe.subscribed.asked.text': 'Recibes correos de «{programName}». Elige los que quieres recibir.',
  'unsubscribe.subscribed.asked.button': 'Darme de baja de todos',
  'unsubscribe.subscribed.chosen.title': 'Tu elección está guardada',
  'unsubscribe.subscribed.chosen.text': 'Recibes los correos de «{programName}» marcados aquí.',
  'unsubscribe.subscribed.chosen.button': 'Darme de baja de todos',
  'unsubscribe.save': 'Guardar',

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
  'unsubscribe.invitations.asked.title': '¿No quieres más invitaciones?',
  'unsubscribe.invitations.asked.text':
    'Tus amigos pueden hacer que «{programName}» te invite por correo. Pulsa el botón para no recibir nunca más una invitación así.',
  'unsubscribe.invitations.asked.button': 'No quiero más invitaciones',
  'unsubscribe.invitations.done.title': 'No recibirás más invitaciones',
  'unsubscribe.invitations.done.text': 'Hecho. «{programName}» ya no te invita y ha borrado tu dirección.',

  'unsubscribe.unknown.title': 'Este enlace no funciona',
  'unsubscribe.unknown.text':
    'Puede que esté incompleto. Abre otra vez el enlace del correo y cópialo entero.',

  'appeal.asked.title': 'Estamos revisando tu invitación',
  'appeal.asked.text':
    '«{programName}» está revisando una de tus invitaciones antes de dar la recompensa. ¿Hay algo que debamos saber? Puedes escribirlo aquí, una sola vez.',
  'appeal.until': 'Puede tardar hasta el {date}.',
  'appeal.label': 'Lo que debemos saber',
  'appeal.hint': '{number} caracteres como máximo. No escribas contraseñas ni números de tarjeta.',
  'appeal.refused': 'No se ha enviado. Escribe de 1 a {number} caracteres.',
  'appeal.button': 'Enviar',
  'appeal.done.title': 'Gracias',
  'appeal.done.text': 'Tu mensaje ha llegado a «{programName}». No tienes que hacer nada más.',
  'appeal.unknown.title': 'Este enlace no funciona',
  'appeal.unknown.text':
    'La revisión ha terminado o el enlace está incompleto. En ese caso, abre otra vez el enlace del correo y cópialo entero.',
}
