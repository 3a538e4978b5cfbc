import type { welcome as english } from '../en/welcome.ts'
import type { Translation } from '../translation.ts'

export const welcome: Translation<'pl', typeof english> = {
  gives: '{referrerName} daje Ci w prezencie: {reward}',
  given: 'Masz prezent: {reward}',
  recommends: '{referrerName} poleca Ci tę ofertę',
  recommended: 'Ta oferta została Ci polecona',
  aFriend: 'Ktoś',
  entered: 'Dla nowych klientów. Kod {code} zostanie wpisany za Ciebie podczas rejestracji.',
  until: 'Ważne do {date}.',
  applied: 'Kod {code} został zastosowany: {title}.',
  invalid: 'Ten kod nie działa. Sprawdź pisownię albo kontynuuj bez kodu.',
  inactive: 'W tej chwili nie można użyć żadnego kodu. Możesz kontynuować bez niego.',
  dismiss: 'Zamknij',
}
