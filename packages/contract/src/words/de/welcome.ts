import type { welcome as english } from '../en/welcome.ts'
import type { Translation } from '../translation.ts'

export const welcome: Translation<'de', typeof english> = {
  gives: '{referrerName} schenkt Ihnen {reward}',
  given: 'Sie bekommen {reward} geschenkt',
  recommends: '{referrerName} empfiehlt Ihnen dieses Angebot',
  recommended: 'Dieses Angebot wurde Ihnen empfohlen',
  aFriend: 'Jemand',
  entered: 'Für neue Kunden. Der Code {code} wird bei der Registrierung für Sie eingetragen.',
  until: 'Gültig bis {date}.',
  applied: 'Der Code {code} gilt: {title}.',
  invalid: 'Dieser Code funktioniert nicht. Prüfen Sie die Schreibweise oder fahren Sie ohne Code fort.',
  inactive: 'Zurzeit gilt kein Code. Sie können ohne Code fortfahren.',
  dismiss: 'Schließen',
}
