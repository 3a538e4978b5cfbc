import { modeOf, type TenantId } from '@goodword/domain/ids'
import { ProcessorError } from '../../../../connectors/connector.ts'
import type { Context } from '../../../foundation/context.ts'
import { enqueueJobs } from '../../../foundation/jobs/enqueue-job.ts'
import { readProgram } from '../../../foundation/program/read-program.ts'
import { openConnection } from '../../connections/processor-client.ts'
import { compareSubscriptions, type Sweep } from './compare-subscriptions.ts'
import { findDueLooks, findFriends, nextSweep } from './find-due-looks.ts'

const HOUR_MS = 3_600_000

export type SweepRun = {
  readonly signal: AbortSignal
  /** A sweep that fails now is not tried again. */
  readonly isLastAttempt: boolean
}

/**
 * Compares the subscriptions that are due with the payment processor, so that a lost notification and a discount that was
 * changed by hand are noticed: pages of them, the nearest bill first. A customer is read only if something about it is different.
 * Before the bill of a referrer its friends are compared, because their leaving changes it.
 *
 * Returns when the next subscription is due; null without a connection.
 */
export async function sweepBills(
  ctx: Context,
  tenantId: TenantId,
  { signal, isLastAttempt }: SweepRun,
): Promise<{ readonly again: number } | null> {
  try {
    const connection = await openConnection(ctx, tenantId)
    if (connection === null) return null
    const { processorDiscountId: discountId } = await readProgram(ctx, tenantId)
    await compareDue({ ctx, tenantId, connection, discountId }, signal)
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    // The move of a test clock waits for what is tried again: the bills of that time are made after the comparison.
    if (modeOf(tenantId) === 'test' && error.retryable && !isLastAttempt) throw error
    // The sweep goes on after an outage of any length; the connection shows the error.
    return { again: await ctx.readTenant(tenantId, async ({ now }) => now + HOUR_MS) }
  }
  return { again: await ctx.readTenant(tenantId, nextSweep) }
}

/**
 * The release before had two sweeps of each connected program, which end when they run next. What it has read is not known: all
 * customers are read once, which says when each subscription is compared.
 */
export async function replaceSweep(ctx: Context, tenantId: TenantId, subject: string): Promise<null> {
  if (subject !== 'NEXT_DAY') return null
  await ctx.writeTenant(tenantId, async (tx) =>
    enqueueJobs(tx, [
      { kind: 'SWEEP_BILLS', subject: '' },
      { kind: 'ALL_CUSTOMERS', subject: '' },
    ]),
  )
  return null
}

async function compareDue(sweep: Sweep, signal: AbortSignal): Promise<void> {
  const { ctx, tenantId } = sweep
  while (!signal.aborted) {
    const due = await ctx.readTenant(tenantId, findDueLooks)
    if (due.length === 0) return
    await compareSubscriptions(sweep, due)
    const friends = await ctx.readTenant(tenantId, (tx) => findFriends(tx, due))
    await compareSubscriptions(sweep, friends)
  }
}
