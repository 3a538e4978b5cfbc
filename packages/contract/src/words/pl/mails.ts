import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<'pl', typeof english> = {
  greeting: 'Cześć {firstName},',
  greetingWithoutName: 'Cześć,',
  aFriend: 'Ktoś znajomy',
  aReward: 'nagroda',

  'FRIEND_JOINED.subject': 'Twoje polecenie zadziałało: {friendName}',
  'FRIEND_JOINED.heading': 'Twoje polecenie dotarło',
  'FRIEND_JOINED.body':
    '{friendName} dołącza do nas z Twojego linku. Po pierwszej płatności otrzymasz: {reward}.',
  'FRIEND_JOINED.bodyWithoutReward': '{friendName} dołącza do nas z Twojego linku. Dziękujemy za polecenie.',
  'FRIEND_JOINED.button': 'Udostępnij link jeszcze raz',

  'REWARD_EARNED.subject': 'Masz nową nagrodę',
  'REWARD_EARNED.heading': 'Nagroda dla Ciebie',
  'REWARD_EARNED.body': 'Dziękujemy. To dla Ciebie: {reward}.',
  'REWARD_EARNED.button': 'Zaproś znajomych',

  'REWARD_EXPIRING.subject': 'Twoja nagroda wygasa {expiryDate}',
  'REWARD_EXPIRING.heading': 'Twoja nagroda wkrótce wygaśnie',
  'REWARD_EXPIRING.body': 'Ta nagroda wciąż czeka na wykorzystanie: {reward}. Wygasa {expiryDate}.',
  'REWARD_EXPIRING.button': '',

  'DISCOUNT_ENDING.subject': 'Twoja zniżka kończy się {expiryDate}',
  'DISCOUNT_ENDING.heading': 'Twoja zniżka wkrótce się skończy',
  'DISCOUNT_ENDING.body':
    'Do {expiryDate} masz: {reward}. Jeśli kolejna osoba zostanie klientem z Twojego linku, otrzymasz nową nagrodę.',
  'DISCOUNT_ENDING.button': 'Udostępnij swój link',

  'SHARE_REMINDER.subject': 'Twój link do udostępnienia',
  'SHARE_REMINDER.heading': 'Znasz kogoś, komu by się to spodobało?',
  'SHARE_REMINDER.body':
    'Masz własny link. Za każdą osobę, która zostanie dzięki niemu klientem, otrzymasz: {reward}. Przypominamy o tym tylko ten jeden raz.',
  'SHARE_REMINDER.bodyWithoutReward':
    'Masz własny link. Wyślij go znajomym, którym spodoba się nasza oferta. Przypominamy o tym tylko ten jeden raz.',
  'SHARE_REMINDER.button': 'Otwórz swój link',

  'REFERRAL_CHECKED.subject': 'Sprawdzamy jedno z Twoich poleceń',
  'REFERRAL_CHECKED.heading': 'Polecenie jest sprawdzane',
  'REFERRAL_CHECKED.body':
    'Sprawdzamy to polecenie ({friendName}), zanim przyznamy nagrodę. Nie trzeba nic robić. Jeśli jest coś, co warto nam powiedzieć, możesz raz do nas napisać.',
  'REFERRAL_CHECKED.button': 'Napisz do nas',
  checkedUntil: 'Może to potrwać do {expiryDate}.',

  'INVITATION.subject': '{senderName} zaprasza: {programName}',
  'INVITATION.heading': 'Zaproszenie: {senderName}',
  'INVITATION.body':
    '{senderName} korzysta z naszej oferty i uważa, że też Ci się spodoba. Jeśli zostaniesz klientem przez ten link, otrzymasz: {reward}.',
  'INVITATION.bodyWithoutReward':
    '{senderName} korzysta z naszej oferty i uważa, że też Ci się spodoba. Ten link prowadzi do nas.',
  'INVITATION.button': 'Zobacz, o co chodzi',
  invitedBecause:
    'Otrzymujesz tę jedną wiadomość, ponieważ {senderName} podaje nam Twój adres i prosi, abyśmy do Ciebie napisali ({programName}). {senderName} może otrzymać nagrodę, jeśli zostaniesz klientem. Usuniemy Twój adres po 30 dniach i nie wyślemy przypomnienia.',
  privacy: 'Co robimy z danymi osobowymi',
  noInvitations: 'Nie chcę więcej zaproszeń',

  'PAGE_SIGN_IN.subject': 'Logowanie do {programName}',
  'PAGE_SIGN_IN.heading': 'Twój link',
  'PAGE_SIGN_IN.body': 'Naciśnij przycisk, aby otworzyć swoją stronę. Link działa jeden raz, przez kwadrans.',
  'PAGE_SIGN_IN.button': 'Otwórz moją stronę',
  'PAGE_SIGN_IN.why':
    'Otrzymujesz tę wiadomość, ponieważ ten adres podano na stronie programu {programName}. Jeśli to nie Ty, zignoruj ją: bez tej wiadomości nikt się nie zaloguje.',

  queuedFrom: 'Ta zniżka nastąpi po tych, które już masz, i zaczyna się {beginDate}.',
  validUntil: 'Ważne do {expiryDate}.',
  why: 'Otrzymujesz tę wiadomość, ponieważ bierzesz udział w programie: {programName}.',
  unsubscribe: 'Zrezygnuj z tych wiadomości',
}
