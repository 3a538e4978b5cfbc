import type { rewards as english } from '../en/rewards.ts'
import type { Translation } from '../translation.ts'

export const rewards: Translation<'es', typeof english> = {
  percentOff: '{percent} de descuento',
  percentOffMonths: {
    one: '{percent} de descuento durante {count} mes',
    many: '{percent} de descuento durante {count} de meses',
    other: '{percent} de descuento durante {count} meses',
  },
  queued: '{reward}, uno tras otro',
  creditMonths: {
    one: '{credit}, válido durante {count} mes',
    many: '{credit}, válido durante {count} de meses',
    other: '{credit}, válido durante {count} meses',
  },
  feature: '{quantity} × {feature}',
  share: '{percent} de lo que paga tu amigo, como crédito',
  shareMonths: {
    one: '{percent} de lo que paga tu amigo, como crédito, durante {count} mes',
    many: '{percent} de lo que paga tu amigo, como crédito, durante {count} de meses',
    other: '{percent} de lo que paga tu amigo, como crédito, durante {count} meses',
  },
}
