import type { AccountKey, RewardId } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import { byKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

const payments = statement(
  'processor_payment.sums_of_account',
  `
select x.currency, sum(x.charged_minor)::int8 as charged, sum(x.refunded_minor)::int8 as refunded
from (
  select p.currency, p.charged_minor, p.refunded_minor
  from processor_payment p
  where p.tenant_id = $1
    and ${byKey('p.account_id', '$2::uuid')}
) as x
group by x.currency
order by x.currency`,
)

/** The payments of an account at the payment processor, in minor units of a currency. */
export type PaidRow = { readonly currency: Currency; readonly charged: number; readonly refunded: number }

/** Sums up what a referred account paid, by currency. */
export function sumPayments(tx: TenantTx, account: AccountKey): Promise<PaidRow[]> {
  return tx.rows<PaidRow>(payments, [account])
}

// A bill with too little taken off counts once that was given back.
const takenOff = statement(
  'processor_bill.taken_off_by_reward',
  `
select x.currency, sum((part.value ->> 'amount')::int8)::int8 as amount
from (
  select b.currency, b.counted, b.state, b.actual_minor, b.expected_minor
  from processor_bill b
  where b.tenant_id = $1
    and ${byKey('b.account_id', '$2::uuid')}
) as x
cross join lateral jsonb_array_elements(x.counted) as part
where (x.state = 'MENDED' or x.actual_minor >= x.expected_minor)
  and part.value ->> 'rewardId' = $3::text
group by x.currency
order by x.currency`,
)

export type TakenOffRow = { readonly currency: Currency; readonly amount: number }

/** Sums up what a reward took off the bills of its account, by currency. */
export function sumTakenOff(tx: TenantTx, account: AccountKey, reward: RewardId): Promise<TakenOffRow[]> {
  return tx.rows<TakenOffRow>(takenOff, [account, reward])
}
