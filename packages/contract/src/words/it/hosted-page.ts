import type { hostedPage as english } from '../en/hosted-page.ts'
import type { Translation } from '../translation.ts'

export const hostedPage: Translation<'it', typeof english> = {
  'signIn.title': 'Il tuo link da condividere',
  'signIn.text':
    'Inserisci il tuo indirizzo e-mail: ti inviamo un link che apre la tua pagina. Non serve una password.',
  'signIn.textToJoin':
    'Inserisci il tuo indirizzo e-mail: ti inviamo un link che apre la tua pagina. Se è la prima volta, ricevi un link tutto tuo da condividere. Non serve una password.',
  'signIn.email': 'Indirizzo e-mail',
  'signIn.button': 'Inviami un link',
  'signIn.invalid': 'Questo indirizzo non può ricevere e-mail. Controllalo, per favore.',

  'sent.title': 'Guarda nella tua casella di posta',
  'sent.text':
    'Se questo indirizzo partecipa, riceve entro un minuto un’e-mail con un link. Il link funziona una sola volta, per un quarto d’ora. Guarda anche nella cartella dello spam.',
  'sent.again': 'Invia un altro link',

  'enter.title': 'Apri la tua pagina',
  'enter.text': 'Accedi come {email}.',
  'enter.button': 'Apri la mia pagina',
  'enter.choose': 'Questo indirizzo ha più account. Quale vuoi aprire?',

  'used.title': 'Questo link non funziona più',
  'used.text': 'Un link funziona una sola volta, per un quarto d’ora.',
  'used.button': 'Chiedi un nuovo link',

  signedInAs: 'Accesso come {email}',

  signOut: 'Esci',

  otherAccounts: 'I tuoi altri account',

  'card.title': 'Un biglietto da distribuire',
  'card.text': 'Scansiona il codice o apri il link:',
  'card.print': 'Stampa il biglietto',
  'card.qr': 'Codice QR del tuo link',

  'data.title': 'I tuoi dati',
  'data.text':
    'Il pulsante chiude la sessione e cancella ciò che questa pagina ha salvato in questo browser. Il tuo link continua a funzionare e i tuoi premi restano tuoi.',
  'data.button': 'Cancella i miei dati su questa pagina',
  'data.erasure': 'Per far cancellare tutto ciò che è salvato su di te, scrivi a {address}.',
  'data.erasureByCompany':
    'Per far cancellare tutto ciò che è salvato su di te, rivolgiti all’azienda del programma.',

  'left.title': 'Hai chiuso la sessione',
  'left.text': 'Questa pagina non ha più nulla di salvato in questo browser.',
  'left.button': 'Accedi di nuovo',

  'again.title': 'Non ha funzionato',
  'again.text': 'Riapri la tua pagina e ripeti l’operazione.',
  'again.button': 'Apri la mia pagina',

  'tooMany.title': 'Un momento, per favore',
  'tooMany.text': 'Ci sono stati troppi tentativi. Riprova tra un minuto.',

  'unavailable.title': 'Un momento, per favore',
  'unavailable.text': 'Non è stato possibile caricare la pagina. Riprova tra qualche secondo.',

  'unknown.title': 'Qui non c’è nessuna pagina',
  'unknown.text': 'Controlla l’indirizzo o chiedi all’azienda che te l’ha dato.',
}
