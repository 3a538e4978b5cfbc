import type { welcome as english } from '../en/welcome.ts'
import type { Translation } from '../translation.ts'

export const welcome: Translation<'it', typeof english> = {
  gives: '{referrerName} ti regala {reward}',
  given: 'Qualcuno ti regala {reward}',
  recommends: '{referrerName} ti consiglia questa offerta',
  recommended: 'Questa offerta ti è stata consigliata',
  aFriend: 'Qualcuno',
  entered: 'Per i nuovi clienti. Il codice {code} viene inserito per te alla registrazione.',
  until: 'Valido fino al {date}.',
  applied: 'Il codice {code} è applicato: {title}.',
  invalid: 'Questo codice non funziona. Controlla come è scritto oppure continua senza.',
  inactive: 'Al momento non si può usare nessun codice. Puoi continuare senza.',
  dismiss: 'Chiudi',
}
