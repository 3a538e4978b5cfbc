import { type HistoryRuleName, historyRuleNames } from '@goodword/domain/fraud/history-rules'
import { bitOf, bitsOf } from '@goodword/domain/fraud/possible-rules'
import type { AccountId, ReferralId } from '@goodword/domain/values/ids'
import { joinByKey, leftJoinByKey } from '../../../engine/driver/by-key.ts'
import { type Statement, statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { IdRange } from '../../../engine/lists/id-range.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** The referrals to simulate: all of a range, or those that a rule matches with likely thresholds, which have an index. */
export type Reach = 'all' | 'likely'

/** A statement for each reach. `condition` is SQL that leaves out the others, of a table that the statement calls `x`. */
function ofEachReach(name: string, text: (condition: string) => string): Readonly<Record<Reach, Statement>> {
  return {
    all: statement(`${name}_of_all`, text('')),
    likely: statement(
      `${name}_of_likely`,
      text(`
    and x.likely_rules <> 0`),
    ),
  }
}

const lastOfPage = ofEachReach(
  'referral.last_of_page',
  (condition) => `
select r.id
from (
  select x.id
  from referral x
  where x.tenant_id = $1${condition}
    and x.id > $2::uuid
    and x.id <= $3::uuid
  order by x.id
  limit $4
) as r
order by r.id desc
limit 1`,
)

/** The last of the next `most` referrals of a range; null if there is none. */
export async function findEndOfPage(
  tx: TenantTx,
  reach: Reach,
  { after, until }: IdRange,
  most: number,
): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(lastOfPage[reach], [after, until, most])
  return row?.id ?? null
}

const firstOfPage = ofEachReach(
  'referral.first_of_page',
  (condition) => `
select r.id
from (
  select x.id
  from referral x
  where x.tenant_id = $1${condition}
    and x.id > $2::uuid
    and x.id < $3::uuid
  order by x.id desc
  limit $4
) as r
order by r.id
limit 1`,
)

/** The first of the `most` referrals after `after` that come right before `before`; null if there is none. */
export async function findBeginningOfPage(
  tx: TenantTx,
  reach: Reach,
  { after, before }: { readonly after: string; readonly before: string },
  most: number,
): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(firstOfPage[reach], [after, before, most])
  return row?.id ?? null
}

/** The referrer's side of a referral, with its reward if there is one, and what its account pays. */
export type SimulatedSideRow = Pick<Tables['referral'], 'referrer_moderation' | 'referrer_moderated_by'> &
  Pick<Tables['account'], 'value_minor' | 'currency' | 'billing_interval_type' | 'billing_interval_value'> & {
    readonly has_ended: boolean
    readonly is_cancelled: boolean
  } & (RewardColumns | { readonly [Name in keyof RewardColumns]: null })
type RewardColumns = Pick<Tables['reward'], 'type' | 'unit' | 'amount'> & {
  readonly months: number | null
}

export type SimulatedGroupRow = SimulatedSideRow & {
  /** The rules that match, as a set of bits. */
  readonly matched: number
  readonly referrals: number
}

/** Rules with the paths of the facts that they match, and whether their thresholds are within the likely ones. */
export type AskedRules = readonly {
  readonly rule: HistoryRuleName
  readonly path: string
  readonly isLikely: boolean
}[]

/** Returns the reach of rules: a rule with wide thresholds may match any referral. */
export function reachOf(asked: AskedRules): Reach {
  return asked.every((it) => it.isLikely) ? 'likely' : 'all'
}

// The rules that are asked for and could match the facts of a row.
const candidates = '(x.likely_rules & $4) | (x.possible_rules & $5)'

// Each rule is a condition of its own, so that only the candidates are tried. The path of a rule that is not asked for is null.
const matchedRules = historyRuleNames
  .map((rule, index) => {
    const bit = bitOf(rule)
    return `case when x.candidates & ${bit} <> 0 and x.facts @@ $${index + 6}::jsonpath then ${bit} else 0 end`
  })
  .join(`
      | `)

function parametersOf(asked: AskedRules): readonly unknown[] {
  const bits = (isLikely: boolean) =>
    bitsOf(asked.filter((it) => it.isLikely === isLikely).map((it) => it.rule))
  const paths = historyRuleNames.map((name) => asked.find((it) => it.rule === name)?.path ?? null)
  return [bits(true), bits(false), ...paths]
}

const side = `r.referrer_moderation, r.referrer_moderated_by, r.ended_at is not null as has_ended,
  w.cancelled_at is not null as is_cancelled, w.type, w.unit, w.amount, w.months, a.value_minor, a.currency,
  a.billing_interval_type, a.billing_interval_value`

const groups = ofEachReach(
  'referral.simulated_groups',
  (condition) => `
select m.matched, m.referrer_moderation, m.referrer_moderated_by, m.has_ended, m.is_cancelled, m.type, m.unit, m.amount,
  m.months, m.value_minor, m.currency, m.billing_interval_type, m.billing_interval_value, count(*) as referrals
from (
  select ${side}, r.matched
  from (
    select x.id, x.referring_account_id, x.referrer_moderation, x.referrer_moderated_by, x.ended_at, ${matchedRules} as matched
    from (
      select x.id, x.referring_account_id, x.referrer_moderation, x.referrer_moderated_by, x.ended_at, x.facts,
        ${candidates} as candidates
      from referral x
      where x.tenant_id = $1${condition}
        and (${candidates}) <> 0
        and x.id > $2::uuid
        and x.id <= $3::uuid
      offset 0
    ) as x
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
  asked: AskedRules,
): Promise<SimulatedGroupRow[]> {
  return tx.rows<SimulatedGroupRow>(groups[reachOf(asked)], [after, until, ...parametersOf(asked)])
}

export type HeldReferralRow = SimulatedSideRow & {
  readonly id: ReferralId
  readonly started_at: number
  readonly facts: Tables['referral']['facts']
  readonly referring_account: AccountId
  readonly referred_account: AccountId
}

const held = ofEachReach(
  'referral.would_be_held',
  (condition) => `
select r.id, r.started_at, r.facts, ${side}, a.external_id as referring_account, f.external_id as referred_account
from (
  select x.*
  from (
    select x.*, ${candidates} as candidates
    from referral x
    where x.tenant_id = $1${condition}
      and (${candidates}) <> 0
      and x.id >= $2::uuid
      and x.id < $3::uuid
      and x.referrer_moderation = 'APPROVED'
      and x.referrer_moderated_by <> 'staff'
    order by x.id desc
    offset 0
  ) as x
  where (${matchedRules}) <> 0
  order by x.id desc
  limit $${historyRuleNames.length + 6}
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
  asked: AskedRules,
  limit: number,
): Promise<HeldReferralRow[]> {
  return tx.rows<HeldReferralRow>(held[reachOf(asked)], [from, before, ...parametersOf(asked), limit])
}
