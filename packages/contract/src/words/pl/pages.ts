import type { pages as english } from '../en/pages.ts'
import type { Translation } from '../translation.ts'

export const pages: Translation<'pl', typeof english> = {
  'shareLink.unavailable.title': 'Spróbuj ponownie za chwilę',
  'shareLink.unavailable.text':
    'Nie udało nam się ustalić, dokąd prowadzi ten link. Odśwież stronę za kilka sekund.',

  'shareLink.notReady.title': 'Ten link nie jest jeszcze gotowy',
  'shareLink.notReady.text':
    'Firma nie przygotowała jeszcze swojej strony. Spróbuj później lub zapytaj osobę, od której masz ten link.',

  'shareLink.unknown.title': 'Ten link nie działa',
  'shareLink.unknown.text':
    'Może zawierać błąd albo być już nieważny. Poproś o nowy osobę, od której go masz.',
  'shareLink.unknown.open': 'Przejdź na {site}',

  'linkPreview.gift': 'Prezent dla Ciebie: {reward}',
  'linkPreview.invitation': 'Zaproszenie dla Ciebie',
  'linkPreview.sentBy': '{name} przesyła Ci ten link. Otwórz go, aby zobaczyć ofertę.',
  'linkPreview.sentByFriend': 'Ktoś znajomy przesyła Ci ten link. Otwórz go, aby zobaczyć ofertę.',
  'linkPreview.open': 'Zobacz ofertę',

  'unsubscribe.subscribed.asked.title': 'Które wiadomości chcesz otrzymywać?',
  'unsubscribe.subscribed.asked.text':
    'Otrzymujesz wiadomości od „{programName}”. Wybierz te, które chcesz otrzymywać.',
  'unsubscribe.subscribed.asked.button': 'Zrezygnuj ze wszystkich',
  'unsubscribe.subscribed.chosen.title': 'Twój wybór jest zapisany',
  'unsubscribe.subscribed.chosen.text': 'Otrzymujesz zaznaczone tu wiadomości od „{programName}”.',
  'unsubscribe.subscribed.chosen.button': 'Zrezygnuj ze wszystkich',
  'unsubscribe.save': 'Zapisz',

  'unsubscribe.subscribed.done.title': 'Znowu otrzymujesz wiadomości',
  'unsubscribe.subscribed.done.text': 'Znowu otrzymujesz wiadomości od „{programName}”.',
  'unsubscribe.subscribed.done.button': 'Zrezygnuj',

  'unsubscribe.unsubscribed.asked.title': 'Nie otrzymujesz wiadomości',
  'unsubscribe.unsubscribed.asked.text':
    'Nie otrzymujesz wiadomości od „{programName}”. Możesz włączyć je znowu w każdej chwili.',
  'unsubscribe.unsubscribed.asked.button': 'Włącz ponownie',

  'unsubscribe.unsubscribed.done.title': 'Nie otrzymujesz wiadomości',
  'unsubscribe.unsubscribed.done.text':
    'Gotowe. Nie będziesz już otrzymywać wiadomości od „{programName}”. Twoje nagrody pozostają Twoje.',
  'unsubscribe.unsubscribed.done.button': 'Włącz ponownie',
  'unsubscribe.invitations.asked.title': 'Nie chcesz więcej zaproszeń?',
  'unsubscribe.invitations.asked.text':
    'Znajomi mogą zapraszać Cię e-mailem przez „{programName}”. Po naciśnięciu przycisku nie otrzymasz już nigdy takiego zaproszenia.',
  'unsubscribe.invitations.asked.button': 'Bez dalszych zaproszeń',
  'unsubscribe.invitations.done.title': 'Nie otrzymasz więcej zaproszeń',
  'unsubscribe.invitations.done.text': 'Gotowe. „{programName}” już Cię nie zaprasza i usuwa Twój adres.',

  'unsubscribe.unknown.title': 'Ten link nie działa',
  'unsubscribe.unknown.text':
    'Może być niepełny. Otwórz link z wiadomości jeszcze raz i skopiuj go w całości.',

  'appeal.asked.title': 'Twoje polecenie jest sprawdzane',
  'appeal.asked.text':
    '„{programName}” sprawdza jedno z Twoich poleceń, zanim przyzna nagrodę. Czy jest coś, co warto nam powiedzieć? Możesz napisać to tutaj, jeden raz.',
  'appeal.until': 'Może to potrwać do {date}.',
  'appeal.label': 'Co warto nam powiedzieć',
  'appeal.hint': 'Najwyżej {number} znaków. Nie podawaj haseł ani numerów kart.',
  'appeal.refused': 'Wiadomość nie została wysłana. Wpisz od 1 do {number} znaków.',
  'appeal.button': 'Wyślij',
  'appeal.done.title': 'Dziękujemy',
  'appeal.done.text': 'Twoja wiadomość dotarła do „{programName}”. Nie trzeba robić nic więcej.',
  'appeal.unknown.title': 'Ten link nie działa',
  'appeal.unknown.text':
    'Sprawdzanie się skończyło albo link jest niepełny. W takim razie otwórz link z wiadomości jeszcze raz i skopiuj go w całości.',
}
