import type { welcome as english } from '../en/welcome.ts'
import type { Translation } from '../translation.ts'

export const welcome: Translation<'es', typeof english> = {
  gives: '{referrerName} te regala {reward}',
  given: 'Alguien te regala {reward}',
  recommends: '{referrerName} te recomienda esta oferta',
  recommended: 'Te han recomendado esta oferta',
  aFriend: 'Alguien',
  entered: 'Para clientes nuevos. El código {code} se introduce automáticamente al registrarte.',
  until: 'Válido hasta el {date}.',
  applied: 'El código {code} está aplicado: {title}.',
  invalid: 'Este código no funciona. Comprueba cómo está escrito o continúa sin él.',
  inactive: 'Ahora mismo no se puede usar ningún código. Puedes continuar sin él.',
  dismiss: 'Cerrar',
}
