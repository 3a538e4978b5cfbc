import type { rewards as english } from '../en/rewards.ts'
import type { Translation } from '../translation.ts'

export const rewards: Translation<'pt', typeof english> = {
  percentOff: '{percent} de desconto',
  percentOffMonths: {
    one: '{percent} de desconto por {count} mês',
    many: '{percent} de desconto por {count} de meses',
    other: '{percent} de desconto por {count} meses',
  },
  queued: '{reward}, um após o outro',
  creditMonths: {
    one: '{credit}, válido por {count} mês',
    many: '{credit}, válido por {count} de meses',
    other: '{credit}, válido por {count} meses',
  },
  feature: '{quantity} × {feature}',
  share: '{percent} do que seu amigo paga, como crédito',
  shareMonths: {
    one: '{percent} do que seu amigo paga, como crédito, por {count} mês',
    many: '{percent} do que seu amigo paga, como crédito, por {count} de meses',
    other: '{percent} do que seu amigo paga, como crédito, por {count} meses',
  },
}
