import type { welcome as english } from '../en/welcome.ts'
import type { Translation } from '../translation.ts'

export const welcome: Translation<'pt', typeof english> = {
  gives: '{referrerName} presenteia você com {reward}',
  given: 'Você ganhou {reward} de presente',
  recommends: '{referrerName} recomenda esta oferta para você',
  recommended: 'Esta oferta foi recomendada para você',
  aFriend: 'Alguém',
  entered: 'Para novos clientes. O código {code} é preenchido para você no cadastro.',
  until: 'Válido até {date}.',
  applied: 'O código {code} está aplicado: {title}.',
  invalid: 'Este código não funciona. Verifique como está escrito ou continue sem ele.',
  inactive: 'No momento não é possível usar nenhum código. Você pode continuar sem ele.',
  dismiss: 'Fechar',
}
