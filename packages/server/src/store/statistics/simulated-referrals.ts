import type { HistoryRuleName } from '@goodword/domain/fraud/history-rules'
import type { AccountId, ReferralId } from '@goodword/domain/values/ids'
import { joinByKey, leftJoinByKey } from '../driver/by-key.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import type { IdRange } from '../lists/id-range.ts'
import type { Tables } from '../tables.generated.ts'

const lastOfPage = statement(
  'referral.last_of_page',
  `
select x.id
from (
  select r.id
  from referral r
  where r.tenant_id = $1
    and r.id > $2::uuid
    and r.id <= $3::uuid
  order by r.id
  limit $4
) as x
order by x.id desc
limit 1`,
)

/** The last of the next `most` referrals of a range; null if there is none. */
export async function findEndOfPage(
  tx: TenantTx,
  { after, until }: IdRange,
  most: number,
): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(lastOfPage, [after, until, most])
  return row?.id ?? null
}

const firstOfPage = statement(
  'referral.first_of_page',
  `
select x.id
from (
  select r.id
  from referral r
  where r.tenant_id = $1
    and r.id > $2::uuid
    and r.id < $3::uuid
  order by r.id desc
  limit $4
) as x
order by x.id
limit 1`,
)

/** The first of the `most` referrals after `after` that come right before `before`; null if there is none. */
export async function findBeginningOfPage(
  tx: TenantTx,
  { after, before }: { readonly after: string; readonly before: string },
  most: number,
): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(firstOfPage, [after, before, most])
  return row?.id ?? null
}

/** The referrer's side of a referral, with its reward if there is one, and what its account pays. */
type SideRow = Pick<Tables['referral'], 'referrer_moderation' | 'referrer_moderated_by'> &
  Pick<Tables['account'], 'value_minor' | 'currency' | 'billing_interval_type' | 'billing_interval_value'> & {
    readonly has_ended: boolean
    readonly is_cancelled: boolean
  } & (RewardColumns | { readonly [Name in keyof RewardColumns]: null })
type RewardColumns = Pick<Tables['reward'], 'type' | 'unit' | 'amount'> & {
  readonly months: number | null
}

export type SimulatedSideRow = SideRow
export type SimulatedGroupRow = SideRow & {
  readonly rules: readonly HistoryRuleName[]
  readonly referrals: number
}

const side = `r.referrer_moderation, r.referrer_moderated_by, r.ended_at is not null as has_ended,
  w.cancelled_at is not null as is_cancelled, w.type, w.unit, w.amount, w.months, a.value_minor, a.currency,
  a.billing_interval_type, a.billing_interval_value`

const groups = statement(
  'referral.simulated_groups',
  `
select m.rules, m.referrer_moderation, m.referrer_moderated_by, m.has_ended, m.is_cancelled, m.type, m.unit, m.amount,
  m.months, m.value_minor, m.currency, m.billing_interval_type, m.billing_interval_value, count(*) as referrals
from (
  select ${side}, array(
    select asked.rule
    from unnest($6::text[], $7::jsonpath[]) as asked(rule, path)
    where r.facts @@ asked.path
    order by asked.rule
  ) as rules
  from (
    select x.*
    from referral x
    where x.tenant_id = $1
      and x.id > $2::uuid
      and x.id <= $3::uuid
      and x.facts @@ $5::jsonpath
    order by x.id
    limit $4
  ) as r
  ${leftJoinByKey('reward w', 'referral_id', 'r.id', "w.source = 'FRIEND_SIGNUP'")}
  ${joinByKey('account a', 'id', 'r.referring_account_id')}
) as m
group by m.rules, m.referrer_moderation, m.referrer_moderated_by, m.has_ended, m.is_cancelled, m.type, m.unit, m.amount,
  m.months, m.value_minor, m.currency, m.billing_interval_type, m.billing_interval_value`,
)

export type AskedPaths = {
  readonly rules: readonly { readonly rule: HistoryRuleName; readonly path: string }[]
  /** The path of the facts that one of them matches. */
  readonly any: string
}

/** The referrals of a range, of at most `most`, whose facts one of the rules matches, in groups that are alike. */
export function loadSimulatedGroups(
  tx: TenantTx,
  { after, until }: IdRange,
  most: number,
  { rules, any }: AskedPaths,
): Promise<SimulatedGroupRow[]> {
  const [names, paths] = [rules.map((it) => it.rule), rules.map((it) => it.path)]
  return tx.rows<SimulatedGroupRow>(groups, [after, until, most, any, names, paths])
}

export type HeldReferralRow = SideRow & {
  readonly id: ReferralId
  readonly started_at: number
  readonly facts: Tables['referral']['facts']
  readonly referring_account: AccountId
  readonly referred_account: AccountId
}

const held = statement(
  'referral.would_be_held',
  `
select r.id, r.started_at, r.facts, ${side}, a.external_id as referring_account, f.external_id as referred_account
from (
  select x.*
  from referral x
  where x.tenant_id = $1
    and x.id >= $2::uuid
    and x.id < $3::uuid
    and x.referrer_moderation = 'APPROVED'
    and x.referrer_moderated_by <> 'staff'
    and x.facts @@ $5::jsonpath
  order by x.id desc
  limit $4
) as r
${leftJoinByKey('reward w', 'referral_id', 'r.id', "w.source = 'FRIEND_SIGNUP'")}
${joinByKey('account a', 'id', 'r.referring_account_id')}
${joinByKey('account f', 'id', 'r.referred_account_id')}
order by r.id desc`,
)

/** The newest referrals from `from` and before `before` whose facts match, and whose referrer's side is approved, and not by staff. */
export function loadHeldReferrals(
  tx: TenantTx,
  { from, before }: { readonly from: string; readonly before: string },
  path: string,
  limit: number,
): Promise<HeldReferralRow[]> {
  return tx.rows<HeldReferralRow>(held, [from, before, limit, path])
}
