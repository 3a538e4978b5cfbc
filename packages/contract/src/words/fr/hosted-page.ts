import type { hostedPage as english } from '../en/hosted-page.ts'
import type { Translation } from '../translation.ts'

export const hostedPage: Translation<'fr', typeof english> = {
  'signIn.title': 'Votre lien à partager',
  'signIn.text':
    'Saisissez votre adresse e-mail\u00a0: nous vous envoyons un lien qui ouvre votre page. Aucun mot de passe n’est nécessaire.',
  'signIn.textToJoin':
    'Saisissez votre adresse e-mail\u00a0: nous vous envoyons un lien qui ouvre votre page. Si c’est votre première visite, vous recevez votre propre lien à partager. Aucun mot de passe n’est nécessaire.',
  'signIn.email': 'Adresse e-mail',
  'signIn.button': 'M’envoyer un lien',
  'signIn.invalid': 'Cette adresse ne peut pas recevoir d’e-mails. Veuillez la vérifier.',

  'sent.title': 'Consultez votre messagerie',
  'sent.text':
    'Si cette adresse participe, elle reçoit un e-mail avec un lien dans la minute. Le lien fonctionne une seule fois, pendant un quart d’heure. Regardez aussi dans les indésirables.',
  'sent.again': 'Envoyer un autre lien',

  'enter.title': 'Ouvrir votre page',
  'enter.text': 'Vous vous connectez en tant que {email}.',
  'enter.button': 'Ouvrir ma page',
  'enter.choose': 'Plusieurs comptes ont cette adresse. Lequel voulez-vous ouvrir\u00a0?',

  'used.title': 'Ce lien ne fonctionne plus',
  'used.text': 'Un lien fonctionne une seule fois, pendant un quart d’heure.',
  'used.button': 'Demander un nouveau lien',

  signedInAs: 'Session de {email}',

  signOut: 'Se déconnecter',

  otherAccounts: 'Vos autres comptes',

  'card.title': 'Une carte à distribuer',
  'card.text': 'Scannez le code ou ouvrez le lien\u00a0:',
  'card.print': 'Imprimer la carte',
  'card.qr': 'Code QR de votre lien',

  'data.title': 'Vos données',
  'data.text':
    'Le bouton vous déconnecte et supprime ce que cette page a enregistré dans ce navigateur. Votre lien continue de fonctionner et vos récompenses restent à vous.',
  'data.button': 'Supprimer mes données sur cette page',
  'data.erasure': 'Pour faire supprimer tout ce qui est enregistré à votre sujet, écrivez à {address}.',
  'data.erasureByCompany':
    'Pour faire supprimer tout ce qui est enregistré à votre sujet, adressez-vous à l’entreprise du programme.',

  'left.title': 'Votre session est fermée',
  'left.text': 'Cette page n’a plus rien d’enregistré dans ce navigateur.',
  'left.button': 'Se reconnecter',

  'again.title': 'Cela n’a pas fonctionné',
  'again.text': 'Veuillez rouvrir votre page et recommencer.',
  'again.button': 'Ouvrir ma page',

  'tooMany.title': 'Un instant, s’il vous plaît',
  'tooMany.text': 'Il y a eu trop d’essais. Veuillez réessayer dans une minute.',

  'unavailable.title': 'Un instant, s’il vous plaît',
  'unavailable.text': 'La page n’a pas pu être chargée. Veuillez réessayer dans quelques secondes.',

  'unknown.title': 'Il n’y a pas de page ici',
  'unknown.text': 'Veuillez vérifier l’adresse, ou demandez à l’entreprise qui vous l’a donnée.',
}
