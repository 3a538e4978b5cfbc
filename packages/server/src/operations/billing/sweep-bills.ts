import type { TenantId } from '@goodword/domain/ids'
import { ProcessorError } from '../../connectors/connector.ts'
import { loadCustomersOf } from '../../store/processor/known-subscriptions.ts'
import { callProcessor } from '../connections/call-processor.ts'
import { type OpenConnection, openConnection } from '../connections/processor-client.ts'
import type { Context } from '../context.ts'
import { enqueueJobs } from '../jobs/enqueue-job.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LARGEST_BATCH = 500

/** Which bills a sweep looks for. */
export const sweeps = {
  /** Every hour. A day of the processor may have begun already, or not have ended yet. */
  NEXT_DAY: { fromMs: -DAY_MS, toMs: DAY_MS },
  /** As often as the operator set. */
  NEXT_MONTH: { fromMs: 2 * DAY_MS, toMs: 31 * DAY_MS },
} as const

export type SweepName = keyof typeof sweeps

export function isSweepName(name: string): name is SweepName {
  return Object.hasOwn(sweeps, name)
}

/**
 * Asks for a comparison of the customers whose next bill is within the days of the sweep, so that a lost notification and
 * a discount that was changed by hand are corrected although no notification came. The subscriptions are found by a search
 * at the processor; those that belong to no account are left alone. Returns when to sweep again; null without a connection.
 */
export async function sweepBills(
  ctx: Context,
  tenantId: TenantId,
  name: SweepName,
  signal: AbortSignal,
): Promise<{ readonly again: number } | null> {
  const everyMs = (name === 'NEXT_DAY' ? 1 : ctx.discountSweepHours) * HOUR_MS
  const now = await ctx.readTenant(tenantId, async (tx) => tx.now)
  try {
    const connection = await openConnection(ctx, tenantId)
    if (connection === null) return null
    await enqueueFound(ctx, tenantId, { connection, name, now, signal })
  } catch (error) {
    // The sweep goes on after an outage of any length; the connection shows the error.
    if (!(error instanceof ProcessorError)) throw error
  }
  return { again: now + everyMs }
}

type Sweep = {
  readonly connection: OpenConnection
  readonly name: SweepName
  readonly now: number
  readonly signal: AbortSignal
}

function enqueueFound(
  ctx: Context,
  tenantId: TenantId,
  { connection, name, now, signal }: Sweep,
): Promise<void> {
  const { fromMs, toMs } = sweeps[name]
  return callProcessor(ctx, tenantId, connection, async (client) => {
    let batch: string[] = []
    for await (const id of client.subscriptionsBillingBetween(dayOf(now + fromMs), dayOf(now + toMs))) {
      signal.throwIfAborted()
      batch.push(id)
      if (batch.length < LARGEST_BATCH) continue
      await enqueueKnown(ctx, tenantId, batch)
      batch = []
    }
    await enqueueKnown(ctx, tenantId, batch)
  })
}

async function enqueueKnown(
  ctx: Context,
  tenantId: TenantId,
  subscriptionIds: readonly string[],
): Promise<void> {
  if (subscriptionIds.length === 0) return
  await ctx.writeTenant(tenantId, async (tx) => {
    const customers = await loadCustomersOf(tx, subscriptionIds)
    enqueueJobs(
      tx,
      customers.map((subject) => ({ kind: 'CUSTOMER', subject }) as const),
    )
  })
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
