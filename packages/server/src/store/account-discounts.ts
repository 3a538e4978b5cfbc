import type { AccountId, AccountKey } from '@goodword/domain/ids'
import type { Currency } from '@goodword/domain/money'
import type { ReferralCode } from '@goodword/domain/referral-code'
import type { RewardSource, RewardType } from '@goodword/domain/reward'
import { isoTime } from './rows.ts'
import { statement } from './statement.ts'
import type { TenantTx } from './tenant-tx.ts'

/** An account as its next bill sees it: how it was referred, and what its ledger comes to. */
export type DiscountAccountRow = {
  id: AccountKey
  external_id: AccountId
  currency: Currency | null
  paid_at: number | null
  code: ReferralCode | null
  referrer_first_name: string | null
  referrer_last_name: string | null
}

export type BalanceRow = {
  external_id: AccountId
  reward_source: RewardSource
  reward_type: RewardType
  unit: string
  amount: number
}

const accounts = statement(
  'account.discount',
  `
select x.id, x.external_id, x.currency, x.paid_at, r.code, p.first_name as referrer_first_name,
  p.last_name as referrer_last_name
from account x
left join referral r on r.tenant_id = $1 and r.referred_account_id = x.id
left join participant p on p.tenant_id = $1 and p.id = r.referring_participant_id
where x.tenant_id = $1
  and x.external_id = any($2::text[])`,
)

/** The accounts that exist. */
export function loadDiscountAccounts(tx: TenantTx, ids: readonly AccountId[]): Promise<DiscountAccountRow[]> {
  return tx.rows(accounts, [ids])
}

const balances = statement(
  'entry.balances',
  `
select x.external_id, e.reward_source, e.reward_type, e.unit, sum(e.amount)::int8 as amount
from account x
join entry e on e.tenant_id = $1 and e.account_id = x.id
where x.tenant_id = $1
  and x.external_id = any($2::text[])
  and e.effective_at <= $3::timestamptz
group by x.external_id, e.reward_source, e.reward_type, e.unit
order by e.unit`,
)

/** What the ledgers of these accounts come to at a moment, by source, type and unit. */
export function loadBalances(tx: TenantTx, ids: readonly AccountId[], now: number): Promise<BalanceRow[]> {
  return tx.rows(balances, [ids, isoTime(now)])
}
