import type { ParticipantKey, TenantId } from '@goodword/domain/values/ids'
import { loadProgram } from '../../../store/directory/programs.ts'
import { type ErasureRow, finishErasure, forgetWanted, loadErasure } from '../../../store/erasure/erasures.ts'
import type { Context } from '../../foundation/context.ts'
import { enqueueJob } from '../../foundation/jobs/enqueue-job.ts'
import { hasPromotionCodes } from '../../foundation/program/program-of.ts'
import { openWanted, type Wanted } from '../personal-data/wanted.ts'
import { eraseAnswers, eraseRequestKeys } from './erase-answers.ts'
import { eraseClicks } from './erase-clicks.ts'
import { eraseEventCodes, eraseTrackedCodes } from './erase-codes.ts'
import { eraseCustomerOf } from './erase-customer.ts'
import { eraseExports } from './erase-exports.ts'
import { eraseNotificationPayloads } from './erase-notifications.ts'
import { eraseResponses } from './erase-responses.ts'
import type { ErasureSteps, ErasureWork } from './erasure-step.ts'

/** What the job does, in this order. A new kind of rows about people gets a step of its own, or joins one. */
const erasureSteps: ErasureSteps = {
  TRACKING: eraseTrackedCodes,
  REQUEST_KEYS: eraseRequestKeys,
  EVENTS: eraseEventCodes,
  CLICKS: eraseClicks,
  NOTIFICATIONS: eraseNotificationPayloads,
  ANSWERS: eraseAnswers,
  EXPORTS: eraseExports,
  DELIVERIES: eraseResponses,
}

/**
 * Longer than any request: one that began before the erasure may store what it knew until then, so everything is looked for
 * once more after this time.
 */
const SETTLED_MS = 60_000
const againAfterMs = { LIVE: 24 * 3_600_000, UNREAD: 5 * 60_000 } as const

/**
 * Erases what else is stored about an erased person. Returns when it is to run again, in milliseconds of the tenant's clock:
 * after a minute to look once more, each day while a subscription is live; null when nothing is left.
 */
export async function carryOutErasure(
  ctx: Context,
  tenantId: TenantId,
  person: ParticipantKey,
  signal: AbortSignal,
): Promise<number | null> {
  const { row, now } = await ctx.readTenant(tenantId, async (tx) => ({
    row: await loadErasure(tx, person),
    now: tx.now,
  }))
  if (row === null || row.finished_at !== null) return null
  const work = workOf(ctx, tenantId, row, signal)
  if (row.wanted_box !== null) {
    for (const step of Object.values(erasureSteps)) await step(work)
    const settledAt = row.requested_at + SETTLED_MS
    if (now < settledAt) return settledAt
    await ctx.writeTenant(tenantId, async (tx) => {
      const { settings } = await loadProgram(tx)
      forgetWanted(tx, person)
      if (hasPromotionCodes(settings)) enqueueJob(tx, { kind: 'MIRROR_CODES', subject: '' })
    })
  }
  const bar = await eraseCustomerOf(work)
  if (bar !== null) return now + againAfterMs[bar]
  await ctx.writeTenant(tenantId, async (tx) => finishErasure(tx, person, tx.now))
  return null
}

/** Once everything was found, only the customer is left, which no text is needed for. */
const nothingWanted = { userId: '', accountId: '', email: null, names: [], codes: [] } as unknown as Wanted

function workOf(ctx: Context, tenantId: TenantId, row: ErasureRow, signal: AbortSignal): ErasureWork {
  const { participant_id: person, account_id: account, with_account: withAccount, wanted_box: box } = row
  const wanted = box === null ? nothingWanted : openWanted(ctx, tenantId, person, box)
  return { ctx, tenantId, person, account, withAccount, wanted, requestedAt: row.requested_at, signal }
}
