import type { hostedPage as english } from '../en/hosted-page.ts'
import type { Translation } from '../translation.ts'

export const hostedPage: Translation<'nl', typeof english> = {
  'signIn.title': 'Jouw link om te delen',
  'signIn.text':
    'Vul je e-mailadres in en we sturen je een link die je pagina opent. Je hebt geen wachtwoord nodig.',
  'signIn.textToJoin':
    'Vul je e-mailadres in en we sturen je een link die je pagina opent. Ben je hier nieuw, dan krijg je een eigen link om te delen. Je hebt geen wachtwoord nodig.',
  'signIn.email': 'E-mailadres',
  'signIn.button': 'Stuur me een link',
  'signIn.invalid': 'Dit adres kan geen e-mail ontvangen. Controleer het nog eens.',

  'sent.title': 'Kijk in je mailbox',
  'sent.text':
    'Als dit adres meedoet, krijgt het binnen een minuut een e-mail met een link. De link werkt één keer, een kwartier lang. Kijk ook in de map met ongewenste e-mail.',
  'sent.again': 'Nog een link sturen',

  'enter.title': 'Open je pagina',
  'enter.text': 'Je logt in als {email}.',
  'enter.button': 'Mijn pagina openen',
  'enter.choose': 'Dit adres heeft meerdere accounts. Welk account wil je openen?',

  'used.title': 'Deze link werkt niet meer',
  'used.text': 'Een link werkt één keer, een kwartier lang.',
  'used.button': 'Vraag een nieuwe link aan',

  signedInAs: 'Ingelogd als {email}',

  signOut: 'Uitloggen',

  otherAccounts: 'Je andere accounts',

  'card.title': 'Een kaartje om uit te delen',
  'card.text': 'Scan de code of open de link:',
  'card.print': 'Kaartje afdrukken',
  'card.qr': 'QR-code van je link',

  'data.title': 'Je gegevens',
  'data.text':
    'De knop logt je uit en verwijdert wat deze pagina in deze browser heeft opgeslagen. Je link blijft werken en je beloningen blijven van jou.',
  'data.button': 'Mijn gegevens op deze pagina verwijderen',
  'data.erasure': 'Wil je dat alles wordt verwijderd wat over je is opgeslagen, schrijf dan naar {address}.',
  'data.erasureByCompany':
    'Wil je dat alles wordt verwijderd wat over je is opgeslagen, vraag het dan aan het bedrijf van het programma.',

  'left.title': 'Je bent uitgelogd',
  'left.text': 'Deze pagina heeft niets meer opgeslagen in deze browser.',
  'left.button': 'Opnieuw inloggen',

  'again.title': 'Dat is niet gelukt',
  'again.text': 'Open je pagina opnieuw en probeer het nog eens.',
  'again.button': 'Mijn pagina openen',

  'tooMany.title': 'Een ogenblik',
  'tooMany.text': 'Er waren te veel pogingen. Probeer het over een minuut opnieuw.',

  'unavailable.title': 'Een ogenblik',
  'unavailable.text': 'De pagina kon niet worden geladen. Probeer het over een paar seconden opnieuw.',

  'unknown.title': 'Hier is geen pagina',
  'unknown.text': 'Controleer het adres of vraag het bedrijf waar je het van hebt.',
}
