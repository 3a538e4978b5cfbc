import type { TenantId } from '@goodword/domain/values/ids'
import { ProcessorError } from '../../../connectors/processor-error.ts'
import { jobOfSubject } from '../../../engine/job-table/job-of-subject.ts'
import type { Context } from '../../../frame/context.ts'
import { settingsOf } from '../../../frame/program/program-of.ts'
import { loadProgram } from '../../../frame/rows/programs.ts'
import { openConnectionWith } from '../../connections/processor-client.ts'
import { isTriedAgain } from '../../connections/repeat-work.ts'
import { areNotificationsRead } from '../../notifications/read-missed-notifications.ts'
import { compareSubscriptions, type Sweep } from './compare-subscriptions.ts'
import { findFriends, findRound, type Round } from './find-round.ts'
import { watchDrafts } from './sweep-drafts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export type SweepRun = {
  readonly signal: AbortSignal
  /** A sweep that fails now is not tried again. */
  readonly isLastAttempt: boolean
}

/**
 * Compares the subscriptions that are due with the payment processor, so that a lost notification and a discount that was
 * changed by hand are noticed: pages of them, the nearest bill first. A customer is read only if something about it is different.
 * Where the processor lists its notifications, these say which subscriptions are to be compared. Before the bill of a referrer its
 * friends are compared, because their leaving changes it.
 *
 * Returns when the next subscription is due; null without a connection.
 */
export async function sweepBills(
  ctx: Context,
  tenantId: TenantId,
  { signal, isLastAttempt }: SweepRun,
): Promise<{ readonly again: number } | null> {
  try {
    const opened = await openConnectionWith(ctx, tenantId, (tx) =>
      Promise.all([loadProgram(tx), findRound(tx), jobOfSubject(tx, 'READ_NOTIFICATIONS', ''), tx.now]),
    )
    if (opened === null) return null
    const [connection, [{ settings }, round, reading, now]] = opened
    const { processorDiscountId: discountId } = settingsOf(settings)
    const isRead = areNotificationsRead(connection, reading, now)
    const sweep = { ctx, tenantId, connection, discountId, isFollowed: isRead === 'YES', now }
    const again = isRead === 'SOON' ? now + MINUTE_MS : await compareDue(sweep, round, signal)
    const { openBills } = connection.client
    if (openBills !== undefined) await ctx.writeTenant(tenantId, (tx) => watchDrafts(tx, connection))
    return { again }
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (isTriedAgain(tenantId, error, isLastAttempt)) throw error
    // The sweep goes on after an outage of any length; the connection shows the error.
    return { again: await ctx.readTenant(tenantId, async ({ now }) => now + HOUR_MS) }
  }
}

/** Returns when the next subscription is due. */
async function compareDue(sweep: Sweep, first: Round, signal: AbortSignal): Promise<number> {
  let round = first
  while (round.rows.length > 0 && !signal.aborted) {
    const { rows } = round
    const [friends, next] = await compareSubscriptions(sweep, round, async (tx) => {
      return [await findFriends(tx, rows), await findRound(tx)] as const
    })
    round = friends.rows.length === 0 ? next : await compareSubscriptions(sweep, friends, findRound)
  }
  return round.again
}
