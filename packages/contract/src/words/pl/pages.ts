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

  'linkPreview.gift': 'Prezent dla Ciebie: {reward}',
  'linkPreview.invitation': 'Zaproszenie dla Ciebie',
  'linkPreview.sentBy': '{name} przesyła Ci ten link. Otwórz go, aby zobaczyć ofertę.',
  'linkPreview.sentByFriend': 'Ktoś znajomy przesyła Ci ten link. Otwórz go, aby zobaczyć ofertę.',

  'unsubscribe.subscribed.asked.title': 'Zrezygnować z wiadomości?',
  'unsubscribe.subscribed.asked.text':
    'Otrzymujesz wiadomości od „{programName}”. Naciśnij przycisk, aby zrezygnować ze wszystkich.',
  'unsubscribe.subscribed.asked.button': 'Zrezygnuj',

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

  'unsubscribe.unknown.title': 'Ten link nie działa',
  'unsubscribe.unknown.text':
    'Może być niepełny. Otwórz link z wiadomości jeszcze raz i skopiuj go w całości.',
}
