import type { rewards as english } from '../en/rewards.ts'
import type { Translation } from '../translation.ts'

export const rewards: Translation<'ar', typeof english> = {
  percentOff: 'خصم {percent}',
  percentOffMonths: {
    zero: 'خصم {percent}',
    one: 'خصم {percent} لمدة شهر واحد',
    two: 'خصم {percent} لمدة شهرين',
    few: 'خصم {percent} لمدة {count} أشهر',
    many: 'خصم {percent} لمدة {count} شهرًا',
    other: 'خصم {percent} لمدة {count} شهر',
  },
  queued: '{reward}، واحدًا بعد الآخر',
  creditMonths: {
    zero: '{credit}',
    one: '{credit}، صالحة لمدة شهر واحد',
    two: '{credit}، صالحة لمدة شهرين',
    few: '{credit}، صالحة لمدة {count} أشهر',
    many: '{credit}، صالحة لمدة {count} شهرًا',
    other: '{credit}، صالحة لمدة {count} شهر',
  },
  feature: '{quantity} × {feature}',
  share: '{percent} من مدفوعات صديقك كرصيد',
  shareMonths: {
    zero: '{percent} من مدفوعات صديقك كرصيد',
    one: '{percent} من مدفوعات صديقك كرصيد لمدة شهر واحد',
    two: '{percent} من مدفوعات صديقك كرصيد لمدة شهرين',
    few: '{percent} من مدفوعات صديقك كرصيد لمدة {count} أشهر',
    many: '{percent} من مدفوعات صديقك كرصيد لمدة {count} شهرًا',
    other: '{percent} من مدفوعات صديقك كرصيد لمدة {count} شهر',
  },
}
