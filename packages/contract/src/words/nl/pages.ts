import type { pages as english } from '../en/pages.ts'
import type { Translation } from '../translation.ts'

export const pages: Translation<'nl', typeof english> = {
  'shareLink.unavailable.title': 'Probeer het zo nog eens',
  'shareLink.unavailable.text':
    'We konden niet vinden waar deze link naartoe leidt. Laad de pagina over een paar seconden opnieuw.',

  'shareLink.notReady.title': 'Deze link is nog niet klaar',
  'shareLink.notReady.text':
    'Het bedrijf heeft zijn pagina nog niet ingericht. Probeer het later nog eens of vraag het aan degene die je de link stuurde.',

  'shareLink.unknown.title': 'Deze link werkt niet',
  'shareLink.unknown.text':
    'Misschien zit er een tikfout in of is hij niet meer geldig. Vraag degene die hem stuurde om een nieuwe.',
  'shareLink.unknown.open': 'Naar {site}',

  'linkPreview.gift': 'Een cadeau voor jou: {reward}',
  'linkPreview.invitation': 'Een uitnodiging voor jou',
  'linkPreview.sentBy': '{name} heeft je deze link gestuurd. Open hem om het aanbod te zien.',
  'linkPreview.sentByFriend': 'Een bekende heeft je deze link gestuurd. Open hem om het aanbod te zien.',
  'linkPreview.open': 'Bekijk het aanbod',

  'unsubscribe.subscribed.asked.title': 'Welke e-mails wil je?',
  'unsubscribe.subscribed.asked.text': 'Je krijgt e-mails van ‘{programName}’. Kies welke je wilt krijgen.',
  'unsubscribe.subscribed.asked.button': 'Voor alles afmelden',
  'unsubscribe.subscribed.chosen.title': 'Je keuze is opgeslagen',
  'unsubscribe.subscribed.chosen.text': 'Je krijgt de e-mails van ‘{programName}’ die hier zijn aangevinkt.',
  'unsubscribe.subscribed.chosen.button': 'Voor alles afmelden',
  'unsubscribe.save': 'Opslaan',

  'unsubscribe.subscribed.done.title': 'Je krijgt weer e-mails',
  'unsubscribe.subscribed.done.text': 'Je krijgt weer e-mails van ‘{programName}’.',
  'unsubscribe.subscribed.done.button': 'Afmelden',

  'unsubscribe.unsubscribed.asked.title': 'Je bent afgemeld',
  'unsubscribe.unsubscribed.asked.text':
    'Je krijgt geen e-mails van ‘{programName}’. Je kunt je altijd weer aanmelden.',
  'unsubscribe.unsubscribed.asked.button': 'Weer aanmelden',

  'unsubscribe.unsubscribed.done.title': 'Je bent afgemeld',
  'unsubscribe.unsubscribed.done.text':
    'Klaar. Je krijgt geen e-mails meer van ‘{programName}’. Je beloningen blijven van jou.',
  'unsubscribe.unsubscribed.done.button': 'Weer aanmelden',
  'unsubscribe.invitations.asked.title': 'Geen uitnodigingen meer?',
  'unsubscribe.invitations.asked.text':
    'Vrienden kunnen je via ‘{programName}’ per e-mail laten uitnodigen. Met de knop krijg je nooit meer zo’n uitnodiging.',
  'unsubscribe.invitations.asked.button': 'Geen uitnodigingen meer',
  'unsubscribe.invitations.done.title': 'Je krijgt geen uitnodigingen meer',
  'unsubscribe.invitations.done.text':
    'Klaar. ‘{programName}’ nodigt je niet meer uit en heeft je adres gewist.',

  'unsubscribe.unknown.title': 'Deze link werkt niet',
  'unsubscribe.unknown.text':
    'Misschien is hij niet compleet. Open de link in de e-mail nog eens en kopieer hem helemaal.',

  'appeal.asked.title': 'Je uitnodiging wordt gecontroleerd',
  'appeal.asked.text':
    '‘{programName}’ controleert een uitnodiging van je voordat de beloning wordt gegeven. Is er iets wat we moeten weten? Je kunt het hier één keer schrijven.',
  'appeal.until': 'Dit kan tot {date} duren.',
  'appeal.label': 'Wat we moeten weten',
  'appeal.hint': 'Hoogstens {number} tekens. Schrijf geen wachtwoorden of kaartnummers.',
  'appeal.refused': 'Dit is niet verstuurd. Schrijf 1 tot {number} tekens.',
  'appeal.button': 'Versturen',
  'appeal.done.title': 'Bedankt',
  'appeal.done.text':
    'Wat je hebt geschreven, is bij ‘{programName}’ aangekomen. Je hoeft verder niets te doen.',
  'appeal.unknown.title': 'Deze link werkt niet',
  'appeal.unknown.text':
    'De controle is voorbij, of de link is niet compleet. Open hem dan nog eens in de e-mail en kopieer hem helemaal.',
}
