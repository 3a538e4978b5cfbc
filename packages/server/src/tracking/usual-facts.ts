import type { Tracking } from '@goodword/domain/tracking/tracking'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../frame/context.ts'
import { enqueueJob } from '../frame/jobs/enqueue-job.ts'
import type { Loaded } from './load.ts'
import { readUsualFacts, saveUsualFacts } from './rows/usual-facts.ts'

const DAY_MS = 86_400_000

/**
 * Asks once a day, with the first referral of the day, for what is counted or estimated again each day: a tenant without referrals
 * needs none of it.
 */
export function enqueueUsualFacts(
  tx: Transaction,
  { usualFactsAt, state }: Loaded,
  { accounts }: Tracking,
): void {
  if (usualFactsAt !== null && tx.now - usualFactsAt < DAY_MS) return
  const isStarted = [...accounts.values()].some(
    ({ id, referral }) => referral !== null && state.accounts.get(id)?.referral?.id !== referral.id,
  )
  if (!isStarted) return
  enqueueJob(tx, { kind: 'COUNT_USUAL_FACTS', subject: '' })
  enqueueJob(tx, { kind: 'ESTIMATE_AMOUNTS', subject: '' })
}

/** Counts and stores the usual facts of a tenant's referrals. Limits of fraud rules follow it. */
export async function countUsualFacts(ctx: Context, tenantId: TenantId): Promise<void> {
  const usual = await ctx.readTenant(tenantId, (tx) => readUsualFacts(tx, tx.now))
  await ctx.writeTenant(tenantId, async (tx) => saveUsualFacts(tx, usual, tx.now))
}
