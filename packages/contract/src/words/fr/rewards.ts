import type { rewards as english } from '../en/rewards.ts'
import type { Translation } from '../translation.ts'

export const rewards: Translation<'fr', typeof english> = {
  percentOff: '{percent} de réduction',
  percentOffMonths: {
    one: '{percent} de réduction pendant {count} mois',
    many: '{percent} de réduction pendant {count} de mois',
    other: '{percent} de réduction pendant {count} mois',
  },
  queued: '{reward}, l’une après l’autre',
  creditMonths: {
    one: '{credit}, valable {count} mois',
    many: '{credit}, valable {count} de mois',
    other: '{credit}, valable {count} mois',
  },
  feature: '{quantity} × {feature}',
  share: '{percent} de ce que paie votre ami, en crédit',
  shareMonths: {
    one: '{percent} de ce que paie votre ami, en crédit, pendant {count} mois',
    many: '{percent} de ce que paie votre ami, en crédit, pendant {count} de mois',
    other: '{percent} de ce que paie votre ami, en crédit, pendant {count} mois',
  },
}
