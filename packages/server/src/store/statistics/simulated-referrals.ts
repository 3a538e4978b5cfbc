import { type HistoryRuleName, historyRuleNames } from '@goodword/domain/fraud/history-rules'
import { bitOf, bitsOf } from '@goodword/domain/fraud/possible-rules'
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
    and r.possible_rules <> 0
    and r.id > $2::uuid
    and r.id <= $3::uuid
  order by r.id
  limit $4
) as x
order by x.id desc
limit 1`,
)

/** The last of the next `most` referrals of a range that some rule could match; null if there is none. */
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
    and r.possible_rules <> 0
    and r.id > $2::uuid
    and r.id < $3::uuid
  order by r.id desc
  limit $4
) as x
order by x.id
limit 1`,
)

/** The first of the `most` referrals after `after` that some rule could match and that come right before `before`; null if there is none. */
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
  /** The rules that match, as a set of bits. */
  readonly matched: number
  readonly referrals: number
}

/** Rules with the paths of the facts that they match. */
export type AskedPaths = readonly { readonly rule: HistoryRuleName; readonly path: string }[]

const pathOf = (index: number): string => `$${index + 5}::jsonpath`

// Each rule is a condition of its own, so that only those are tried that could match the facts of the row. The path of a rule
// that is not asked for is null.
const matchedRules = `${historyRuleNames
  .map((rule, index) => {
    const bit = bitOf(rule)
    return `case when x.possible_rules & ${bit} <> 0 and x.facts @@ ${pathOf(index)} then ${bit} else 0 end`
  })
  .join('\n      | ')}`

function pathsOf(asked: AskedPaths): readonly (string | null)[] {
  return historyRuleNames.map((name) => asked.find((it) => it.rule === name)?.path ?? null)
}

const side = `r.referrer_moderation, r.referrer_moderated_by, r.ended_at is not null as has_ended,
  w.cancelled_at is not null as is_cancelled, w.type, w.unit, w.amount, w.months, a.value_minor, a.currency,
  a.billing_interval_type, a.billing_interval_value`

const groups = statement(
  'referral.simulated_groups',
  `
select m.matched, m.referrer_moderation, m.referrer_moderated_by, m.has_ended, m.is_cancelled, m.type, m.unit, m.amount,
  m.months, m.value_minor, m.currency, m.billing_interval_type, m.billing_interval_value, count(*) as referrals
from (
  select ${side}, r.matched
  from (
    select x.*, ${matchedRules} as matched
    from referral x
    where x.tenant_id = $1
      and x.possible_rules & $4 <> 0
      and x.possible_rules <> 0
      and x.id > $2::uuid
      and x.id <= $3::uuid
    offset 0
  ) as r
  ${leftJoinByKey('reward w', 'referral_id', 'r.id', "w.source = 'FRIEND_SIGNUP'")}
  ${joinByKey('account a', 'id', 'r.referring_account_id')}
  where r.matched <> 0
) as m
group by m.matched, m.referrer_moderation, m.referrer_moderated_by, m.has_ended, m.is_cancelled, m.type, m.unit, m.amount,
  m.months, m.value_minor, m.currency, m.billing_interval_type, m.billing_interval_value`,
)

/** The referrals of a range whose facts one of the rules matches, in groups that are alike. */
export function loadSimulatedGroups(
  tx: TenantTx,
  { after, until }: IdRange,
  asked: AskedPaths,
): Promise<SimulatedGroupRow[]> {
  return tx.rows<SimulatedGroupRow>(groups, [
    after,
    until,
    bitsOf(asked.map((it) => it.rule)),
    ...pathsOf(asked),
  ])
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
    and x.possible_rules & $4 <> 0
    and x.possible_rules <> 0
    and x.id >= $2::uuid
    and x.id < $3::uuid
    and x.referrer_moderation = 'APPROVED'
    and x.referrer_moderated_by <> 'staff'
    and (${matchedRules}) <> 0
  order by x.id desc
  limit $${historyRuleNames.length + 5}
) as r
${leftJoinByKey('reward w', 'referral_id', 'r.id', "w.source = 'FRIEND_SIGNUP'")}
${joinByKey('account a', 'id', 'r.referring_account_id')}
${joinByKey('account f', 'id', 'r.referred_account_id')}
order by r.id desc`,
)

/**
 * The newest referrals from `from` and before `before` whose facts one of the rules matches, and whose referrer's side is
 * approved, and not by staff.
 */
export function loadHeldReferrals(
  tx: TenantTx,
  { from, before }: { readonly from: string; readonly before: string },
  asked: AskedPaths,
  limit: number,
): Promise<HeldReferralRow[]> {
  const bits = bitsOf(asked.map((it) => it.rule))
  return tx.rows<HeldReferralRow>(held, [from, before, bits, ...pathsOf(asked), limit])
}
