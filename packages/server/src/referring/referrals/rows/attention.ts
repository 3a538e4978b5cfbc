import { MAX_COUNTED } from '@goodword/domain/staff/attention'
import { isoTime } from '../../../engine/driver/rows.ts'
import { type Statement, statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type Awaited, isWaitingFor } from './waiting-referrals.ts'

/** Counts rows up to one more than is shown, in the order of the index that has few others. */
const countOf = (name: string, rows: string): Statement =>
  statement(
    `attention.${name}`,
    `
select count(*) as found
from (
  ${rows}
  limit ${MAX_COUNTED + 1}
) as counted`,
  )

const waitingReferrals = (what: Awaited) =>
  countOf(
    `referrals_for_${what.toLowerCase()}`,
    `select
  from referral x
  where x.tenant_id = $1
    and ${isWaitingFor(what, 'x')}
  order by x.id`,
  )

const referralsToDecide = waitingReferrals('DECISION')
const referralsToConfirm = waitingReferrals('CONFIRMATION')

// Bills whose refund is under way need no decision.
const wrongBills = countOf(
  'bills',
  `select
  from processor_bill x
  where x.tenant_id = $1
    and x.state = 'WRONG'
    and coalesce(x.resolution, x.finding) not in ('FIRST_BILL_REFUND_DUE', 'REFUND_DUE', 'CREDIT_DUE')
  order by x.id`,
)

const failedDiscounts = countOf(
  'discounts',
  `select
  from processor_subscription x
  where x.tenant_id = $1
    and x.is_listed
    and x.state = 'FAILED'
  order by x.id`,
)

const failedJobs = countOf(
  'jobs',
  `select
  from job x
  where x.tenant_id = $1
    and x.state = 'FAILED'
  order by x.id`,
)

const failedImports = countOf(
  'imports',
  `select
  from import x
  where x.tenant_id = $1
    and x.finished_at >= $2
    and x.state = 'FAILED'
  order by x.finished_at`,
)

// There are few: finished ones are deleted after some days, and only so many are kept.
const failedExports = countOf(
  'exports',
  `select
  from (
    select x.state
    from export x
    where x.tenant_id = $1
    order by x.id desc
    limit ${MAX_COUNTED}
  ) as newest
  where newest.state = 'FAILED'`,
)

const disabledReceivers = countOf(
  'disabled_receivers',
  `select
  from webhook_receiver x
  where x.tenant_id = $1
    and x.disabled_reason in ('GONE', 'FAILING')`,
)

const failingReceivers = countOf(
  'failing_receivers',
  `select
  from webhook_receiver x
  where x.tenant_id = $1
    and x.disabled_reason is null
    and x.failing_since is not null`,
)

const expiringKeys = countOf(
  'keys',
  `select
  from api_key x
  where x.tenant_id = $1
    and x.revoked_at is null
    and x.expires_at between $2 and $3
    and x.last_used_at >= $4`,
)

const DAY_MS = 86_400_000
const RECENT_MS = 7 * DAY_MS
const SOON_MS = 14 * DAY_MS

/** How many rows there are of each kind, at most one more than is shown. */
type AttentionCounts = Readonly<Record<keyof typeof statements, number>>

const statements = {
  REVIEW_WAITING: referralsToDecide,
  CONFIRMATION_WAITING: referralsToConfirm,
  BILLS_WRONG: wrongBills,
  DISCOUNTS_FAILED: failedDiscounts,
  JOBS_FAILED: failedJobs,
  IMPORTS_FAILED: failedImports,
  EXPORTS_FAILED: failedExports,
  WEBHOOKS_DISABLED: disabledReceivers,
  WEBHOOKS_FAILING: failingReceivers,
  KEYS_EXPIRING: expiringKeys,
}

/** `now` is the tenant's time, `machineNow` that of keys. */
export async function countAttention(
  tx: TenantTx,
  now: number,
  machineNow: number,
): Promise<AttentionCounts> {
  const values: { readonly [Name in keyof typeof statements]?: readonly unknown[] } = {
    IMPORTS_FAILED: [isoTime(now - RECENT_MS)],
    KEYS_EXPIRING: [machineNow, machineNow + SOON_MS, machineNow - RECENT_MS].map((it) => isoTime(it)),
  }
  const names = Object.keys(statements) as (keyof typeof statements)[]
  const counts = await Promise.all(
    names.map(async (name) => {
      const [row] = await tx.rows<{ found: number }>(statements[name], values[name] ?? [])
      return [name, row?.found ?? 0] as const
    }),
  )
  // The names are all that there are.
  return Object.fromEntries(counts) as Record<keyof typeof statements, number>
}
