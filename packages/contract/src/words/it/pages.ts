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
  'shareLink.unknown.open': 'Vai a {site}',

  'linkPreview.gift': 'Un regalo per te: {reward}',
  'linkPreview.invitation': 'Un invito per te',
  'linkPreview.sentBy': '{name} ti ha inviato questo link. Aprilo per vedere l’offerta.',
  'linkPreview.sentByFriend':
    'Una persona che conosci ti ha inviato questo link. Aprilo per vedere l’offerta.',
  'linkPreview.open': 'Vedi l’offerta',

  'unsubscribe.subscribed.asked.title': 'Quali e-mail vuoi ricevere?',
  'unsubscribe.subscribed.asked.text': 'Ricevi e-mail da «{programName}». Scegli quelle che vuoi ricevere.',
  'unsubscribe.subscribed.asked.button': 'Non riceverne più nessuna',
  'unsubscribe.subscribed.chosen.title': 'La tua scelta è salvata',
  'unsubscribe.subscribed.chosen.text': 'Ricevi le e-mail di «{programName}» selezionate qui.',
  'unsubscribe.subscribed.chosen.button': 'Non riceverne più nessuna',
  'unsubscribe.save': 'Salva',

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
  'unsubscribe.invitations.asked.title': 'Non vuoi più inviti?',
  'unsubscribe.invitations.asked.text':
    'I tuoi amici possono farti invitare per e-mail da «{programName}». Premi il pulsante per non ricevere mai più inviti di questo tipo.',
  'unsubscribe.invitations.asked.button': 'Non voglio più inviti',
  'unsubscribe.invitations.done.title': 'Non riceverai più inviti',
  'unsubscribe.invitations.done.text':
    'Fatto. «{programName}» non ti invita più e ha cancellato il tuo indirizzo.',

  'unsubscribe.unknown.title': 'Questo link non funziona',
  'unsubscribe.unknown.text': 'Forse è incompleto. Apri di nuovo il link dell’e-mail e copialo per intero.',

  'appeal.asked.title': 'Stiamo verificando il tuo invito',
  'appeal.asked.text':
    '«{programName}» sta verificando uno dei tuoi inviti prima di dare il premio. C’è qualcosa che dovremmo sapere? Puoi scriverlo qui, una sola volta.',
  'appeal.until': 'Può durare fino al {date}.',
  'appeal.label': 'Che cosa dovremmo sapere',
  'appeal.hint': 'Al massimo {number} caratteri. Non scrivere password né numeri di carta.',
  'appeal.refused': 'Il testo non è stato inviato. Scrivi da 1 a {number} caratteri.',
  'appeal.button': 'Invia',
  'appeal.done.title': 'Grazie',
  'appeal.done.text': 'Il tuo messaggio è arrivato a «{programName}». Non devi fare altro.',
  'appeal.unknown.title': 'Questo link non funziona',
  'appeal.unknown.text':
    'La verifica è finita o il link è incompleto. In tal caso apri di nuovo il link dell’e-mail e copialo per intero.',
}
