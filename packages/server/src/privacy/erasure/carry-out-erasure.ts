import type { TenantId, UserKey } from '@goodword/domain/values/ids'
import {
  deleteJobOf,
  eraseCustomer,
  erasedAccountCustomer,
  eraseSubscription,
  hasRun,
  lockErasedAccountCustomer,
  subscriptionsOfAccount,
} from '../../billing/rows/customer-rows.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { newPlaceholder } from '../../engine/foundation/random.ts'
import { expireExports } from '../../files/exports/expire-exports.ts'
import { dropRejected } from '../../files/imports/rejected-file/drop-rejected.ts'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { hasPromotionCodes } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { deleteReportedBills } from '../../frame/rows/reported-bills.ts'
import { deletePublicClicksOf } from '../../referring/clicks/rows/public-clicks.ts'
import {
  type ErasureRow,
  finishErasure,
  forgetWanted,
  loadErasure,
} from '../../tracking/erased/rows/erasures.ts'
import { openWanted, type Wanted } from '../personal-data/wanted.ts'
import { deleteClicksOfUser } from '../rows/clicks-of-user.ts'
import { eraseAnswers, eraseRequestKeys } from './erase-answers.ts'
import { eraseEventCodes, eraseTrackedCodes } from './erase-codes.ts'
import { eraseNotificationPayloads, eraseNotificationsOf } from './erase-notifications.ts'
import { eraseResponses } from './erase-responses.ts'
import type { ErasureStep, ErasureSteps, ErasureWork } from './erasure-step.ts'

const PAGE = 20_000

/**
 * All exported files of the tenant and all rejected rows of its imports, whatever they hold. After the rows that a file that
 * begins anew is made of.
 */
const eraseExports: ErasureStep = async ({ ctx, tenantId, requestedAt, signal }) => {
  await ctx.writeTenant(tenantId, async (tx) => expireExports(tx))
  await dropRejected(ctx, tenantId, requestedAt, signal)
}

/** The clicks of the person's links. */
const eraseClicks: ErasureStep = async ({ ctx, tenantId, user, signal }) => {
  for (let after: number | null = 0; after !== null; ) {
    signal.throwIfAborted()
    const from: number = after
    after = await ctx.writeTenant(tenantId, (tx) => deleteClicksOfUser(tx, user, from, PAGE))
  }
  for (let deleted = PAGE; deleted === PAGE; ) {
    signal.throwIfAborted()
    deleted = await ctx.writeTenant(tenantId, (tx) => deletePublicClicksOf(tx, user, PAGE))
  }
}

/** The steps of the job, in this order. A new kind of rows about people gets a step of its own, or joins one. */
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
  user: UserKey,
  signal: AbortSignal,
): Promise<number | null> {
  const { row, now } = await ctx.readTenant(tenantId, async (tx) => ({
    row: await loadErasure(tx, user),
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
      forgetWanted(tx, user)
      if (hasPromotionCodes(settings)) enqueueJob(tx, { kind: 'MIRROR_CODES', subject: '' })
    })
  }
  const bar = await eraseCustomerOf(work)
  if (bar !== null) return now + againAfterMs[bar]
  await ctx.writeTenant(tenantId, async (tx) => finishErasure(tx, user, tx.now))
  return null
}

/** Once everything was found, only the customer is left, which no text is needed for. */
const nothingWanted = { userId: '', accountId: '', email: null, names: [], codes: [] } as unknown as Wanted

function workOf(ctx: Context, tenantId: TenantId, row: ErasureRow, signal: AbortSignal): ErasureWork {
  const { user_id: user, account_id: account, with_account: withAccount, wanted_box: box } = row
  const wanted = box === null ? nothingWanted : openWanted(ctx, tenantId, user, box)
  return { ctx, tenantId, user, account, withAccount, wanted, requestedAt: row.requested_at, signal }
}

/**
 * The reason to keep a customer: `LIVE` while a subscription is, because its discounts go on and need these IDs, and
 * `UNREAD` while the processor's present state is about to be read. Null without a reason.
 */
type Bar = 'LIVE' | 'UNREAD' | null

/**
 * Replaces the customer of an account without other people at the payment processor, and what is stored of its
 * subscriptions, unless something bars it, which is the answer then.
 */
async function eraseCustomerOf(work: ErasureWork): Promise<Bar> {
  const { ctx, tenantId, account, withAccount } = work
  if (!withAccount) return null
  const bar = await ctx.readTenant(tenantId, async (tx) => {
    const customer = await erasedAccountCustomer(tx, account)
    return customer === null ? null : findBar(tx, work, customer.customerId)
  })
  if (bar !== null) return bar
  // Before its customer is replaced, by which they are found.
  await eraseNotificationsOf(work, true)
  return ctx.writeTenant(tenantId, async (tx) => {
    const customer = await lockErasedAccountCustomer(tx, account)
    if (customer === null) return null
    const newBar = await findBar(tx, work, customer.customerId)
    if (newBar !== null) return newBar
    const customerId = newPlaceholder()
    for (const row of await subscriptionsOfAccount(tx, account)) {
      eraseSubscription(tx, row, { subscriptionId: newPlaceholder(), customerId })
    }
    eraseCustomer(tx, account, customer.customerId, customerId)
    deleteReportedBills(tx, customer.customerId)
    deleteJobOf(tx, 'CUSTOMER', customer.customerId)
    return null
  })
}

async function findBar(tx: TenantTx, { account }: ErasureWork, customer: string): Promise<Bar> {
  const [isRead, subscriptions] = await Promise.all([
    hasRun(tx, 'CUSTOMER', customer),
    subscriptionsOfAccount(tx, account),
  ])
  if (subscriptions.some((it) => it.is_live)) return 'LIVE'
  return isRead ? null : 'UNREAD'
}
