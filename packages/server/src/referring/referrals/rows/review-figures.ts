import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

/** Referrals that totals count; of more, those with the most at stake. */
export const MAX_TOTALLED = 10_000

export type QueueTotals = {
  readonly referrals: number
  readonly referrerSides: number
  readonly friendSides: number
  readonly minor: number
  /** Referrals without a known value. */
  readonly withoutAmount: number
}

const totals = statement(
  'referral.queue_totals',
  `
select count(*) as referrals,
  count(*) filter (where x.referrer_moderation = 'PENDING' and x.referrer_moderated_by <> 'block') as "referrerSides",
  count(*) filter (where x.referred_moderation = 'PENDING') as "friendSides",
  coalesce(sum(x.at_stake_minor), 0)::bigint as minor,
  count(*) filter (where x.at_stake_minor = 0) as "withoutAmount"
from (
  select r.*
  from referral r
  where r.tenant_id = $1
    and r.at_stake_minor is not null
  order by r.at_stake_minor desc, r.id desc
  limit $2
) as x`,
)

/** The totals of what waits for staff, of at most one referral more than `MAX_TOTALLED`. */
export async function loadQueueTotals(tx: TenantTx): Promise<QueueTotals> {
  const [row] = await tx.rows<QueueTotals>(totals, [MAX_TOTALLED + 1])
  if (row === undefined) throw new Error('totals of a queue not found')
  return row
}

const overdue = statement(
  'referral.overdue',
  `
select count(*) as number
from (
  select
  from referral x
  where x.tenant_id = $1
    and x.review_since <= $2
  order by x.review_since
  limit $3
) as counted`,
)

/** How many have waited for staff since `until` or longer, at most `MAX_TOTALLED`. */
export async function countOverdue(tx: TenantTx, until: number): Promise<number> {
  const [row] = await tx.rows<{ number: number }>(overdue, [isoTime(until), MAX_TOTALLED])
  return row?.number ?? 0
}

/** How many decisions of staff there were, and how long half of them took at most; null without one. */
export type DecisionTimes = { readonly decisions: number; readonly median_ms: number | null }

const times = statement(
  'referral.decision_times',
  `
select count(*) as decisions,
  percentile_cont(0.5) within group (order by x.review_waited_ms) as median_ms
from (
  select r.review_waited_ms
  from referral r
  where r.tenant_id = $1
    and r.reviewed_at >= $2
  order by r.reviewed_at desc
  limit $3
) as x`,
)

/** The latest decisions of staff about referrals since a time, at most `MAX_TOTALLED`. */
export async function loadDecisionTimes(tx: TenantTx, since: number): Promise<DecisionTimes> {
  const [row] = await tx.rows<DecisionTimes>(times, [isoTime(since), MAX_TOTALLED])
  return row ?? { decisions: 0, median_ms: null }
}
