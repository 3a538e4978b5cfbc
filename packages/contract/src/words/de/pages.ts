import type { pages as english } from '../en/pages.ts'
import type { Translation } from '../translation.ts'

export const pages: Translation<'de', typeof english> = {
  'shareLink.unavailable.title': 'Bitte gleich noch einmal versuchen',
  'shareLink.unavailable.text':
    'Wir konnten das Ziel dieses Links nicht ermitteln. Laden Sie die Seite in ein paar Sekunden neu.',

  'shareLink.notReady.title': 'Dieser Link ist noch nicht bereit',
  'shareLink.notReady.text':
    'Das Unternehmen hat seine Seite noch nicht eingerichtet. Versuchen Sie es später noch einmal oder fragen Sie die Person, die Ihnen den Link geschickt hat.',

  'shareLink.unknown.title': 'Dieser Link funktioniert nicht',
  'shareLink.unknown.text':
    'Vielleicht ist er falsch geschrieben oder nicht mehr gültig. Bitten Sie die Person, die ihn Ihnen geschickt hat, um einen neuen.',
  'shareLink.unknown.open': 'Weiter zu {site}',

  'linkPreview.gift': 'Ein Geschenk für Sie: {reward}',
  'linkPreview.invitation': 'Eine Einladung für Sie',
  'linkPreview.sentBy': '{name} hat Ihnen diesen Link geschickt. Öffnen Sie ihn, um das Angebot zu sehen.',
  'linkPreview.sentByFriend':
    'Diesen Link haben Sie von jemandem bekommen, der Sie einlädt. Öffnen Sie ihn, um das Angebot zu sehen.',
  'linkPreview.open': 'Angebot ansehen',

  'unsubscribe.subscribed.asked.title': 'Welche E-Mails möchten Sie?',
  'unsubscribe.subscribed.asked.text':
    'Sie erhalten E-Mails von „{programName}“. Wählen Sie, welche Sie möchten.',
  'unsubscribe.subscribed.asked.button': 'Alle abbestellen',
  'unsubscribe.subscribed.chosen.title': 'Ihre Auswahl ist gespeichert',
  'unsubscribe.subscribed.chosen.text':
    'Sie erhalten die E-Mails von „{programName}“, die hier angekreuzt sind.',
  'unsubscribe.subscribed.chosen.button': 'Alle abbestellen',
  'unsubscribe.save': 'Speichern',

  'unsubscribe.subscribed.done.title': 'Sie erhalten wieder E-Mails',
  'unsubscribe.subscribed.done.text': 'Sie erhalten wieder E-Mails von „{programName}“.',
  'unsubscribe.subscribed.done.button': 'Abbestellen',

  'unsubscribe.unsubscribed.asked.title': 'E-Mails sind abbestellt',
  'unsubscribe.unsubscribed.asked.text':
    'Sie erhalten keine E-Mails von „{programName}“. Sie können sie jederzeit wieder bestellen.',
  'unsubscribe.unsubscribed.asked.button': 'Wieder bestellen',

  'unsubscribe.unsubscribed.done.title': 'E-Mails sind abbestellt',
  'unsubscribe.unsubscribed.done.text':
    'Erledigt. Sie erhalten keine E-Mails von „{programName}“ mehr. Ihre Prämien bleiben Ihnen.',
  'unsubscribe.unsubscribed.done.button': 'Wieder bestellen',
  'unsubscribe.invitations.asked.title': 'Keine Einladungen mehr?',
  'unsubscribe.invitations.asked.text':
    'Bekannte können Sie über „{programName}“ per E-Mail einladen. Mit dem Knopf erhalten Sie nie wieder eine solche Einladung.',
  'unsubscribe.invitations.asked.button': 'Keine Einladungen mehr',
  'unsubscribe.invitations.done.title': 'Sie erhalten keine Einladungen mehr',
  'unsubscribe.invitations.done.text':
    'Erledigt. „{programName}“ lädt Sie nicht mehr ein und hat Ihre Adresse gelöscht.',

  'unsubscribe.unknown.title': 'Dieser Link funktioniert nicht',
  'unsubscribe.unknown.text':
    'Vielleicht ist er unvollständig. Öffnen Sie den Link in der E-Mail noch einmal und kopieren Sie ihn ganz.',

  'appeal.asked.title': 'Ihre Empfehlung wird geprüft',
  'appeal.asked.text':
    '„{programName}“ prüft eine Ihrer Empfehlungen, bevor es die Prämie gibt. Sollten wir dazu etwas wissen? Sie können es hier einmal schreiben.',
  'appeal.until': 'Das kann bis zum {date} dauern.',
  'appeal.label': 'Was wir wissen sollten',
  'appeal.hint': 'Höchstens {number} Zeichen. Schreiben Sie keine Passwörter oder Kartennummern.',
  'appeal.refused': 'Das wurde nicht gesendet. Schreiben Sie 1 bis {number} Zeichen.',
  'appeal.button': 'Senden',
  'appeal.done.title': 'Vielen Dank',
  'appeal.done.text': 'Ihr Text ist bei „{programName}“ angekommen. Sie müssen nichts weiter tun.',
  'appeal.unknown.title': 'Dieser Link funktioniert nicht',
  'appeal.unknown.text':
    'Die Prüfung ist vorbei oder der Link ist unvollständig. Öffnen Sie ihn dann in der E-Mail noch einmal und kopieren Sie ihn ganz.',
}
