import type { hostedPage as english } from '../en/hosted-page.ts'
import type { Translation } from '../translation.ts'

export const hostedPage: Translation<'de', typeof english> = {
  'signIn.title': 'Ihr Link zum Teilen',
  'signIn.text':
    'Geben Sie Ihre E-Mail-Adresse ein. Wir schicken Ihnen einen Link, der Ihre Seite öffnet. Ein Passwort brauchen Sie nicht.',
  'signIn.textToJoin':
    'Geben Sie Ihre E-Mail-Adresse ein. Wir schicken Ihnen einen Link, der Ihre Seite öffnet. Sind Sie neu hier, erhalten Sie einen eigenen Link zum Teilen. Ein Passwort brauchen Sie nicht.',
  'signIn.email': 'E-Mail-Adresse',
  'signIn.button': 'Link zuschicken',
  'signIn.invalid': 'An diese Adresse kann keine E-Mail geschickt werden. Bitte prüfen Sie sie.',

  'sent.title': 'Sehen Sie in Ihrem Postfach nach',
  'sent.text':
    'Wenn diese Adresse teilnimmt, erhält sie innerhalb einer Minute eine E-Mail mit einem Link. Der Link funktioniert einmal und gilt eine Viertelstunde. Sehen Sie auch im Spam-Ordner nach.',
  'sent.again': 'Noch einen Link zuschicken',

  'enter.title': 'Ihre Seite öffnen',
  'enter.text': 'Sie melden sich als {email} an.',
  'enter.button': 'Meine Seite öffnen',
  'enter.choose': 'Zu dieser Adresse gehören mehrere Konten. Welches möchten Sie öffnen?',

  'used.title': 'Dieser Link gilt nicht mehr',
  'used.text': 'Ein Link funktioniert einmal und gilt eine Viertelstunde.',
  'used.button': 'Neuen Link anfordern',

  signedInAs: 'Angemeldet als {email}',

  signOut: 'Abmelden',

  otherAccounts: 'Ihre anderen Konten',

  'card.title': 'Eine Karte zum Weitergeben',
  'card.text': 'Scannen Sie den Code oder öffnen Sie den Link:',
  'card.print': 'Karte drucken',
  'card.qr': 'QR-Code Ihres Links',

  'data.title': 'Ihre Daten',
  'data.text':
    'Der Knopf meldet Sie ab und löscht, was diese Seite in diesem Browser gespeichert hat. Ihr Link gilt weiter und Ihre Prämien bleiben Ihnen.',
  'data.button': 'Meine Daten auf dieser Seite löschen',
  'data.erasure': 'Soll alles gelöscht werden, was über Sie gespeichert ist, schreiben Sie an {address}.',
  'data.erasureByCompany':
    'Soll alles gelöscht werden, was über Sie gespeichert ist, wenden Sie sich an das Unternehmen, zu dem das Programm gehört.',

  'left.title': 'Sie sind abgemeldet',
  'left.text': 'In diesem Browser ist von dieser Seite nichts mehr gespeichert.',
  'left.button': 'Wieder anmelden',

  'again.title': 'Das hat nicht geklappt',
  'again.text': 'Bitte öffnen Sie Ihre Seite noch einmal und wiederholen Sie den Schritt.',
  'again.button': 'Meine Seite öffnen',

  'tooMany.title': 'Einen Moment bitte',
  'tooMany.text': 'Das waren zu viele Versuche. Bitte versuchen Sie es in einer Minute noch einmal.',

  'unavailable.title': 'Einen Moment bitte',
  'unavailable.text':
    'Die Seite konnte nicht geladen werden. Bitte versuchen Sie es in ein paar Sekunden noch einmal.',

  'unknown.title': 'Hier ist keine Seite',
  'unknown.text': 'Bitte prüfen Sie die Adresse oder fragen Sie das Unternehmen, von dem Sie sie haben.',
}
