import type { welcome as english } from '../en/welcome.ts'
import type { Translation } from '../translation.ts'

export const welcome: Translation<'fr', typeof english> = {
  gives: '{referrerName} vous offre {reward}',
  given: 'Une personne vous offre {reward}',
  recommends: '{referrerName} vous recommande cette offre',
  recommended: 'Cette offre vous a été recommandée',
  aFriend: 'Une personne',
  entered: 'Pour les nouveaux clients. Le code {code} est saisi pour vous à l’inscription.',
  until: 'Valable jusqu’au {date}.',
  applied: 'Le code {code} est appliqué\u00a0: {title}.',
  invalid: 'Ce code ne fonctionne pas. Vérifiez-le, ou continuez sans code.',
  inactive: 'Aucun code n’est valable pour le moment. Vous pouvez continuer sans code.',
  dismiss: 'Fermer',
}
