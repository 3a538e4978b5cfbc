import { Refusal } from '@goodword/contract/frame/refusal'
import { modeOf, type TenantId } from '@goodword/domain/values/ids'
import { LAST_TIME } from '@goodword/domain/values/last-time'
import type { SubscriptionState } from '../../connectors/processor-state.ts'
import { nextJobDelay } from '../../engine/job-table/jobs-due.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import type { JobKind } from '../../frame/jobs/job-kind.ts'
import { moveAheadIn, requireTestTenant } from '../../frame/tenants/test-clock.ts'
import { notConnected } from '../connections/read-connection.ts'
import { loadConnection } from '../rows/connections.ts'

/**
 * Moves the clock of a test tenant to the time at its processor. A clock that is ahead already stays, because it runs on
 * while that of the processor stands.
 *
 * @throws Refusal NOT_A_TEST_TENANT, PROCESSOR_NOT_CONNECTED, or VALIDATION_FAILED for another merchant
 */
export async function followProcessorClock(
  ctx: Context,
  tenantId: TenantId,
  { merchantId, now }: { readonly merchantId: string; readonly now: number },
): Promise<number> {
  requireTestTenant(tenantId)
  return ctx.writeTenant(tenantId, async (tx) => {
    const connection = await loadConnection(tx)
    if (connection === null) throw notConnected()
    if (connection.merchant_id !== merchantId) {
      const message = `"merchantId" is not the connected merchant. Set the barrier of the merchant ${connection.merchant_id} to this URL.`
      throw new Refusal('VALIDATION_FAILED', message, 'merchantId')
    }
    return moveAheadIn(tx, ctx, now)
  })
}

/**
 * Moves the clock of a test tenant ahead to a time that its processor shows: where a test clock stands, or when a payment was made.
 * A live tenant has no clock of its own, and a time after the last one of the service is none.
 */
export function followShownTime(tx: Transaction, ctx: Context, shownAt: number): void {
  if (modeOf(tx.tenantId) === 'live' || shownAt <= tx.now || shownAt > LAST_TIME) return
  moveAheadIn(tx, ctx, shownAt)
}

/** Two machines' clocks differ by as much. */
const CLOCK_SKEW_MS = 60_000

/**
 * Follows the state of a customer: bills and payments of a time that the tenant's clock has not reached show that the clock of
 * the processor is ahead, before a barrier or an event says so, or where its notifications do not arrive.
 */
export async function followSubscriptions(
  ctx: Context,
  tenantId: TenantId,
  subscriptions: readonly SubscriptionState[],
  now: number,
): Promise<void> {
  const shownAt = Math.max(0, ...subscriptions.flatMap(momentsOf))
  if (modeOf(tenantId) === 'live' || shownAt <= now + CLOCK_SKEW_MS) return
  await ctx.writeTenant(tenantId, async (tx) => followShownTime(tx, ctx, shownAt))
}

/** The times of a subscription's events. A draft exists from the beginning of its period. */
function momentsOf({ payments, endedAt, draft, nextBillAt }: SubscriptionState): readonly number[] {
  const drafted = draft === undefined ? null : nextBillAt
  return [...payments.map((it) => it.createdAt), endedAt ?? 0, drafted ?? 0]
}

/** These read customers before their bills, and refund. */
const timedKinds: readonly JobKind[] = ['CUSTOMER', 'REFUND_BILL']
const MINUTE_MS = 60_000

/**
 * When the service has something to do at the processor although nothing happens there, by the tenant's clock; null if it is not
 * known. A gateway whose clock is moved stops there, so that it is done before the bill after it. Sweeps run at these times,
 * too.
 */
export async function readNextDue(ctx: Context, tenantId: TenantId): Promise<number | null> {
  return ctx.readTenant(tenantId, async (tx) => {
    const delayMs = await nextJobDelay(tx, timedKinds, tx.aheadMs)
    // With the next full minute it is surely due.
    return delayMs === null ? null : Math.ceil((tx.now + delayMs + 1) / MINUTE_MS) * MINUTE_MS
  })
}
