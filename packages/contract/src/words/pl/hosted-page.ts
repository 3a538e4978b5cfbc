import type { hostedPage as english } from '../en/hosted-page.ts'
import type { Translation } from '../translation.ts'

export const hostedPage: Translation<'pl', typeof english> = {
  'signIn.title': 'Twój link do udostępniania',
  'signIn.text':
    'Podaj swój adres e-mail, a wyślemy Ci link, który otwiera Twoją stronę. Hasło nie jest potrzebne.',
  'signIn.textToJoin':
    'Podaj swój adres e-mail, a wyślemy Ci link, który otwiera Twoją stronę. Jeśli jesteś tu pierwszy raz, dostaniesz własny link do udostępniania. Hasło nie jest potrzebne.',
  'signIn.email': 'Adres e-mail',
  'signIn.button': 'Wyślij mi link',
  'signIn.invalid': 'Na ten adres nie można wysłać wiadomości. Sprawdź go, proszę.',

  'sent.title': 'Sprawdź swoją skrzynkę',
  'sent.text':
    'Jeśli ten adres bierze udział w programie, w ciągu minuty dostanie wiadomość z linkiem. Link działa jeden raz, przez kwadrans. Zajrzyj też do folderu ze spamem.',
  'sent.again': 'Wyślij kolejny link',

  'enter.title': 'Otwórz swoją stronę',
  'enter.text': 'Logujesz się jako {email}.',
  'enter.button': 'Otwórz moją stronę',
  'enter.choose': 'Ten adres ma kilka kont. Które chcesz otworzyć?',

  'used.title': 'Ten link już nie działa',
  'used.text': 'Link działa jeden raz, przez kwadrans.',
  'used.button': 'Poproś o nowy link',

  signedInAs: 'Zalogowano jako {email}',

  signOut: 'Wyloguj się',

  otherAccounts: 'Twoje inne konta',

  'card.title': 'Karta do rozdania',
  'card.text': 'Zeskanuj kod lub otwórz link:',
  'card.print': 'Wydrukuj kartę',
  'card.qr': 'Kod QR Twojego linku',

  'data.title': 'Twoje dane',
  'data.text':
    'Przycisk wylogowuje Cię i usuwa to, co ta strona zapisała w tej przeglądarce. Twój link nadal działa, a nagrody pozostają Twoje.',
  'data.button': 'Usuń moje dane z tej strony',
  'data.erasure': 'Aby usunięto wszystko, co jest o Tobie zapisane, napisz na adres {address}.',
  'data.erasureByCompany':
    'Aby usunięto wszystko, co jest o Tobie zapisane, zwróć się do firmy prowadzącej program.',

  'left.title': 'Wylogowano',
  'left.text': 'Ta strona nie ma już nic zapisanego w tej przeglądarce.',
  'left.button': 'Zaloguj się ponownie',

  'again.title': 'To się nie udało',
  'again.text': 'Otwórz swoją stronę ponownie i powtórz tę czynność.',
  'again.button': 'Otwórz moją stronę',

  'tooMany.title': 'Chwileczkę',
  'tooMany.text': 'Było zbyt wiele prób. Spróbuj ponownie za minutę.',

  'unavailable.title': 'Chwileczkę',
  'unavailable.text': 'Nie udało się wczytać strony. Spróbuj ponownie za kilka sekund.',

  'unknown.title': 'Tu nie ma żadnej strony',
  'unknown.text': 'Sprawdź adres lub zapytaj firmę, od której go masz.',
}
