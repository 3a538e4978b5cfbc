import type { pages as english } from '../en/pages.ts'
import type { Translation } from '../translation.ts'

export const pages: Translation<'it', typeof english> = {
  'shareLink.unavailable.title': 'Riprova tra un momento',
  'shareLink.unavailable.text':
    'Non siamo riusciti a trovare la destinazione di questo link. Ricarica la pagina tra qualche secondo.',

  'shareLink.notReady.title': 'Questo link non è ancora pronto',
  'shareLink.notReady.text':
    'L’azienda non ha ancora configurato la sua pagina. Riprova più tardi o chiedi a chi te l’ha inviato.',

  'shareLink.unknown.title': 'Questo link non funziona',
  'shareLink.unknown.text':
    'Forse è scritto male o non è più valido. Chiedine uno nuovo a chi te l’ha inviato.',

  'linkPreview.gift': 'Un regalo per te: {reward}',
  'linkPreview.invitation': 'Un invito per te',
  'linkPreview.sentBy': '{name} ti ha inviato questo link. Aprilo per vedere l’offerta.',
  'linkPreview.sentByFriend':
    'Una persona che conosci ti ha inviato questo link. Aprilo per vedere l’offerta.',

  'unsubscribe.subscribed.asked.title': 'Non ricevere più e-mail?',
  'unsubscribe.subscribed.asked.text':
    'Ricevi e-mail da «{programName}». Premi il pulsante per non riceverne più.',
  'unsubscribe.subscribed.asked.button': 'Annulla iscrizione',

  'unsubscribe.subscribed.done.title': 'Ricevi di nuovo le e-mail',
  'unsubscribe.subscribed.done.text': 'Ricevi di nuovo le e-mail da «{programName}».',
  'unsubscribe.subscribed.done.button': 'Annulla iscrizione',

  'unsubscribe.unsubscribed.asked.title': 'Non ricevi e-mail',
  'unsubscribe.unsubscribed.asked.text':
    'Non ricevi e-mail da «{programName}». Puoi iscriverti di nuovo quando vuoi.',
  'unsubscribe.unsubscribed.asked.button': 'Iscriviti di nuovo',

  'unsubscribe.unsubscribed.done.title': 'Non ricevi e-mail',
  'unsubscribe.unsubscribed.done.text':
    'Fatto. Non riceverai più e-mail da «{programName}». I tuoi premi restano tuoi.',
  'unsubscribe.unsubscribed.done.button': 'Iscriviti di nuovo',

  'unsubscribe.unknown.title': 'Questo link non funziona',
  'unsubscribe.unknown.text': 'Forse è incompleto. Apri di nuovo il link dell’e-mail e copialo per intero.',
}
