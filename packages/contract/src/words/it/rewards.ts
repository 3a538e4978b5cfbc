import type { rewards as english } from '../en/rewards.ts'
import type { Translation } from '../translation.ts'

export const rewards: Translation<'it', typeof english> = {
  percentOff: '{percent} di sconto',
  percentOffMonths: {
    one: '{percent} di sconto per {count} mese',
    many: '{percent} di sconto per {count} di mesi',
    other: '{percent} di sconto per {count} mesi',
  },
  queued: '{reward}, uno dopo l’altro',
  creditMonths: {
    one: '{credit}, valido per {count} mese',
    many: '{credit}, valido per {count} di mesi',
    other: '{credit}, valido per {count} mesi',
  },
  feature: '{quantity} × {feature}',
  share: '{percent} di quanto paga il tuo amico, come credito',
  shareMonths: {
    one: '{percent} di quanto paga il tuo amico, come credito, per {count} mese',
    many: '{percent} di quanto paga il tuo amico, come credito, per {count} di mesi',
    other: '{percent} di quanto paga il tuo amico, come credito, per {count} mesi',
  },
}
