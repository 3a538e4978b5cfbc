import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<'it', typeof english> = {
  greeting: 'Ciao {firstName},',
  greetingWithoutName: 'Ciao,',
  aFriend: 'Un amico',
  aReward: 'un premio',

  'FRIEND_JOINED.subject': 'Grazie al tuo link {friendName} è dei nostri',
  'FRIEND_JOINED.heading': 'Il tuo invito è andato a buon fine',
  'FRIEND_JOINED.body':
    'Grazie al tuo link {friendName} è dei nostri. Appena farà il primo pagamento, riceverai: {reward}.',
  'FRIEND_JOINED.bodyWithoutReward':
    'Grazie al tuo link {friendName} è dei nostri. Grazie per averci consigliato.',
  'FRIEND_JOINED.button': 'Condividi di nuovo il link',

  'REWARD_EARNED.subject': 'Hai ottenuto un premio',
  'REWARD_EARNED.heading': 'Un premio per te',
  'REWARD_EARNED.body': 'Grazie. Ecco il tuo premio: {reward}.',
  'REWARD_EARNED.button': 'Invita i tuoi amici',

  'REWARD_EXPIRING.subject': 'Il tuo premio scade il {expiryDate}',
  'REWARD_EXPIRING.heading': 'Il tuo premio sta per scadere',
  'REWARD_EXPIRING.body': 'Non hai ancora usato questo premio: {reward}. Scade il {expiryDate}.',
  'REWARD_EXPIRING.button': '',

  'DISCOUNT_ENDING.subject': 'Il tuo sconto termina il {expiryDate}',
  'DISCOUNT_ENDING.heading': 'Il tuo sconto sta per terminare',
  'DISCOUNT_ENDING.body':
    'Fino al {expiryDate} hai: {reward}. Se un’altra persona diventa cliente con il tuo link, ricevi un nuovo premio.',
  'DISCOUNT_ENDING.button': 'Condividi il tuo link',

  'SHARE_REMINDER.subject': 'Il tuo link da condividere',
  'SHARE_REMINDER.heading': 'Conosci qualcuno a cui piacerebbe?',
  'SHARE_REMINDER.body':
    'Hai un link tutto tuo. Per ogni persona che diventa cliente con il tuo link ricevi: {reward}. Te lo ricordiamo solo questa volta.',
  'SHARE_REMINDER.bodyWithoutReward':
    'Hai un link tutto tuo. Invialo agli amici a cui piacerebbe la nostra offerta. Te lo ricordiamo solo questa volta.',
  'SHARE_REMINDER.button': 'Apri il tuo link',

  'REFERRAL_CHECKED.subject': 'Stiamo verificando uno dei tuoi inviti',
  'REFERRAL_CHECKED.heading': 'Un invito è in fase di verifica',
  'REFERRAL_CHECKED.body':
    'Stiamo verificando questo invito ({friendName}) prima di dare il premio. Non devi fare nulla. Se c’è qualcosa che dovremmo sapere, puoi scrivercelo una volta.',
  'REFERRAL_CHECKED.button': 'Scrivici',
  checkedUntil: 'Può durare fino al {expiryDate}.',

  'INVITATION.subject': '{senderName} ti invita: {programName}',
  'INVITATION.heading': 'Un invito da {senderName}',
  'INVITATION.body':
    '{senderName} usa la nostra offerta e pensa che piacerebbe anche a te. Se diventi cliente con questo link, ricevi: {reward}.',
  'INVITATION.bodyWithoutReward':
    '{senderName} usa la nostra offerta e pensa che piacerebbe anche a te. Questo link ti porta da noi.',
  'INVITATION.button': 'Scopri di che si tratta',
  invitedBecause:
    'Ricevi questa unica e-mail perché {senderName} ha inserito il tuo indirizzo e ci ha chiesto di scriverti ({programName}). {senderName} può ricevere un premio se diventi cliente. Cancelliamo il tuo indirizzo dopo 30 giorni e non inviamo promemoria.',
  privacy: 'Come trattiamo i dati personali',
  noInvitations: 'Non inviatemi più inviti',

  'PAGE_SIGN_IN.subject': 'Accesso a {programName}',
  'PAGE_SIGN_IN.heading': 'Il tuo link',
  'PAGE_SIGN_IN.body':
    'Premi il pulsante per aprire la tua pagina. Il link funziona una sola volta, per un quarto d’ora.',
  'PAGE_SIGN_IN.button': 'Apri la mia pagina',
  'PAGE_SIGN_IN.why':
    'Ricevi questa e-mail perché questo indirizzo è stato inserito nella pagina di {programName}. Se non l’hai inserito tu, ignorala: nessuno può entrare senza questa e-mail.',

  queuedFrom: 'Si usa dopo gli sconti che hai già, dal {beginDate}.',
  validUntil: 'Valido fino al {expiryDate}.',
  why: 'Ricevi questa e-mail perché partecipi a questo programma: {programName}.',
  unsubscribe: 'Non ricevere più queste e-mail',
}
