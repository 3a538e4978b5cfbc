import type { pages as english } from '../en/pages.ts'
import type { Translation } from '../translation.ts'

export const pages: Translation<'fr', typeof english> = {
  'shareLink.unavailable.title': 'Veuillez réessayer dans un instant',
  'shareLink.unavailable.text':
    'Nous n’avons pas pu trouver la destination de ce lien. Rechargez la page dans quelques secondes.',

  'shareLink.notReady.title': 'Ce lien n’est pas encore prêt',
  'shareLink.notReady.text':
    'L’entreprise n’a pas encore configuré sa page. Réessayez plus tard ou demandez à la personne qui vous l’a envoyé.',

  'shareLink.unknown.title': 'Ce lien ne fonctionne pas',
  'shareLink.unknown.text':
    'Il est peut-être mal écrit ou n’est plus valable. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
  'shareLink.unknown.open': 'Aller sur {site}',

  'linkPreview.gift': 'Un cadeau pour vous\u00a0: {reward}',
  'linkPreview.invitation': 'Une invitation pour vous',
  'linkPreview.sentBy': '{name} vous a envoyé ce lien. Ouvrez-le pour découvrir l’offre.',
  'linkPreview.sentByFriend': 'Un proche vous a envoyé ce lien. Ouvrez-le pour découvrir l’offre.',
  'linkPreview.open': 'Voir l’offre',

  'unsubscribe.subscribed.asked.title': 'Quels e-mails souhaitez-vous\u00a0?',
  'unsubscribe.subscribed.asked.text':
    'Vous recevez des e-mails de «\u00a0{programName}\u00a0». Choisissez ceux que vous souhaitez.',
  'unsubscribe.subscribed.asked.button': 'Me désabonner de tout',
  'unsubscribe.subscribed.chosen.title': 'Votre choix est enregistré',
  'unsubscribe.subscribed.chosen.text': 'Vous recevez les e-mails de «\u00a0{programName}\u00a0» cochés ici.',
  'unsubscribe.subscribed.chosen.button': 'Me désabonner de tout',
  'unsubscribe.save': 'Enregistrer',

  'unsubscribe.subscribed.done.title': 'Vous recevez de nouveau des e-mails',
  'unsubscribe.subscribed.done.text': 'Vous recevez de nouveau des e-mails de «\u00a0{programName}\u00a0».',
  'unsubscribe.subscribed.done.button': 'Se désabonner',

  'unsubscribe.unsubscribed.asked.title': 'Vous ne recevez plus d’e-mails',
  'unsubscribe.unsubscribed.asked.text':
    'Vous ne recevez pas d’e-mails de «\u00a0{programName}\u00a0». Vous pouvez vous réabonner à tout moment.',
  'unsubscribe.unsubscribed.asked.button': 'Se réabonner',

  'unsubscribe.unsubscribed.done.title': 'Vous ne recevez plus d’e-mails',
  'unsubscribe.unsubscribed.done.text':
    'C’est fait. Vous ne recevrez plus d’e-mails de «\u00a0{programName}\u00a0». Vos récompenses restent à vous.',
  'unsubscribe.unsubscribed.done.button': 'Se réabonner',
  'unsubscribe.invitations.asked.title': 'Ne plus recevoir d’invitations\u00a0?',
  'unsubscribe.invitations.asked.text':
    'Des amis peuvent vous faire inviter par e-mail par «\u00a0{programName}\u00a0». Appuyez sur le bouton pour ne plus jamais recevoir une telle invitation.',
  'unsubscribe.invitations.asked.button': 'Ne plus recevoir d’invitations',
  'unsubscribe.invitations.done.title': 'Vous ne recevrez plus d’invitations',
  'unsubscribe.invitations.done.text':
    'C’est fait. «\u00a0{programName}\u00a0» ne vous invite plus et a effacé votre adresse.',

  'unsubscribe.unknown.title': 'Ce lien ne fonctionne pas',
  'unsubscribe.unknown.text':
    'Il est peut-être incomplet. Ouvrez de nouveau le lien de l’e-mail en le copiant en entier.',

  'appeal.asked.title': 'Votre invitation est en cours de vérification',
  'appeal.asked.text':
    '«\u00a0{programName}\u00a0» vérifie l’une de vos invitations avant de donner la récompense. Y a-t-il quelque chose à savoir\u00a0? Vous pouvez l’écrire ici, une seule fois.',
  'appeal.until': 'Cela peut durer jusqu’au {date}.',
  'appeal.label': 'Ce que nous devrions savoir',
  'appeal.hint': '{number} caractères au plus. N’écrivez ni mot de passe ni numéro de carte.',
  'appeal.refused': 'Ce texte n’a pas été envoyé. Écrivez de 1 à {number} caractères.',
  'appeal.button': 'Envoyer',
  'appeal.done.title': 'Merci',
  'appeal.done.text':
    'Votre message est bien arrivé chez «\u00a0{programName}\u00a0». Vous n’avez rien d’autre à faire.',
  'appeal.unknown.title': 'Ce lien ne fonctionne pas',
  'appeal.unknown.text':
    'La vérification est terminée, ou le lien est incomplet. Dans ce cas, ouvrez de nouveau le lien de l’e-mail en le copiant en entier.',
}
