import type { DoneWork } from '@goodword/sandbox/model/world'
import { emit } from '../events/emit.ts'
import { findCharge } from '../lookup/billing.ts'
import { clockOf } from '../lookup/find.ts'
import { unsettledInvoices } from '../lookup/unsettled.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Invoice } from '../model/invoice.ts'
import type { Subscription } from '../model/subscription.ts'
import { deliveredAt } from '../objects/invoice-json.ts'
import { type Gateway, type Work, workBy } from '../work.ts'
import { cancelSubscription } from './cancel.ts'
import { changeSubscription, subscriptionSubject } from './change-subscription.ts'
import { endRefund } from './charges/refund.ts'
import { expireSession } from './expire-session.ts'
import { finalizeInvoice, voidInvoice } from './finalize-invoice.ts'
import { collectInvoice, collectOrSend, markOverdue } from './pay-invoice.ts'
import { renew } from './renew.ts'
import { announceUpcoming, upcomingAt } from './upcoming-invoice.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
/** So long after its creation an invoice that was not paid ends the subscription that begins with it. */
const INCOMPLETE_SECONDS = 23 * HOUR_SECONDS
const TRIAL_NOTICE_SECONDS = 3 * DAY_SECONDS
/** So long a draft waits for endpoints that do not take the event of its creation. */
const HELD_SECONDS = 72 * HOUR_SECONDS
/** More than that at once are a defect, not a calendar. */
const MAX_STEPS = 100_000

/** Something that is to be done at a moment, in seconds. */
export type Step = { readonly at: number; readonly run: (work: Work) => void }

/** Further due steps for customers. They come before bills of the same moment. */
export type DueSteps = (account: StripeAccount, isMine: (customer: string) => boolean) => Iterable<Step>

/** The next moment of a clock at which something is billed, in milliseconds; null while nothing is. */
export function nextWorkAt(account: StripeAccount, clockId: string | null, more: DueSteps): number | null {
  const next = nextStep(account, clockId, more)
  return next === null ? null : next.at * 1000
}

/** Does the steps that are due by a clock, each at its own moment and in order. */
export function doWork(
  gateway: Gateway,
  account: StripeAccount,
  clockId: string | null,
  nowMs: number,
  more: DueSteps,
): DoneWork {
  for (let steps = 0; ; steps += 1) {
    const step = nextStep(account, clockId, more)
    if (step === null || step.at * 1000 > nowMs) return steps === 0 ? 'nothing' : 'more'
    if (steps === MAX_STEPS) throw new Error(`there is no end of work at ${step.at}`)
    step.run({ ...workBy(gateway, account, clockId), now: step.at })
  }
}

function nextStep(account: StripeAccount, clockId: string | null, more: DueSteps): Step | null {
  let next: Step | null = null
  for (const step of stepsOf(account, clockId, more)) if (next === null || step.at < next.at) next = step
  return next
}

/** All that is to be done by a clock. Of one moment, drafts are closed before new ones are made. */
function* stepsOf(account: StripeAccount, clockId: string | null, more: DueSteps): Generator<Step> {
  const isMine = (customer: string | null) => clockOf(account, customer) === clockId
  for (const invoice of unsettledInvoices(account)) {
    if (isMine(invoice.customer)) yield* stepsOfInvoice(account, invoice)
  }
  yield* more(account, isMine)
  for (const session of account.sessions.values()) {
    if (session.status !== 'open' || !isMine(session.customer)) continue
    yield { at: session.expiresAt, run: (work) => expireSession(work, session) }
  }
  for (const refund of account.refunds.values()) {
    if (refund.endsAt === null || !isMine(findCharge(account, refund.charge).customer)) continue
    yield { at: refund.endsAt, run: (work) => endRefund(work, refund) }
  }
  for (const subscription of account.subscriptions.values()) {
    if (subscription.endedAt === null && isMine(subscription.customer))
      yield* stepsOfSubscription(account, subscription)
  }
}

function* stepsOfInvoice(account: StripeAccount, invoice: Invoice): Generator<Step> {
  if (invoice.status === 'open') {
    if (invoice.dueAt !== null && !invoice.isOverdue) {
      yield { at: invoice.dueAt, run: (work) => markOverdue(work, invoice) }
    }
    if (invoice.nextPaymentAttempt === null) return
    yield { at: invoice.nextPaymentAttempt, run: (work) => collectInvoice(work, invoice) }
    return
  }
  if (!invoice.autoAdvance || invoice.finalizesAt === null) return
  yield {
    at: finalizationOf(account, invoice, invoice.finalizesAt),
    run: (work) => {
      finalizeInvoice(work, invoice)
      collectOrSend(work, invoice)
    },
  }
}

/** A draft waits until the event of its creation was taken, and then as long as drafts do; at most three days. */
function finalizationOf(account: StripeAccount, invoice: Invoice, planned: number): number {
  if (invoice.isScheduled) return planned
  const delivered = deliveredAt(account, invoice)
  if (delivered === null) return invoice.created + HELD_SECONDS
  return Math.min(invoice.created + HELD_SECONDS, planned + delivered - invoice.created)
}

function* stepsOfSubscription(account: StripeAccount, it: Subscription): Generator<Step> {
  if (it.status === 'incomplete') {
    yield { at: it.created + INCOMPLETE_SECONDS, run: (work) => expire(work, it) }
    return
  }
  if (it.status === 'paused') return
  if (it.trialEnd !== null && it.status === 'trialing' && !it.isTrialEndAnnounced) {
    yield {
      at: Math.max(it.created, it.trialEnd - TRIAL_NOTICE_SECONDS),
      run: (work) => announceTrialEnd(work, it),
    }
  }
  const resumesAt = it.pauseCollection?.resumesAt ?? null
  if (resumesAt !== null) {
    yield { at: resumesAt, run: (work) => changeSubscription(work, it, { pauseCollection: null }) }
  }
  const announcedAt = upcomingAt(account, it)
  if (announcedAt !== null) yield { at: announcedAt, run: (work) => announceUpcoming(work, it) }
  if (it.cancelAt !== null && it.cancelAt <= it.periodEnd) {
    yield { at: it.cancelAt, run: (work) => cancelSubscription(work, it, 'cancellation_requested') }
    return
  }
  yield { at: it.periodEnd, run: (work) => renew(work, it) }
}

function announceTrialEnd(work: Work, subscription: Subscription): void {
  subscription.isTrialEndAnnounced = true
  emit(work, 'customer.subscription.trial_will_end', subscriptionSubject(work, subscription))
}

/** The first invoice was not paid in time. */
function expire(work: Work, subscription: Subscription): void {
  const invoice = work.account.invoices.get(subscription.latestInvoice ?? '')
  if (invoice?.status === 'open') voidInvoice(work, invoice)
  changeSubscription(work, subscription, { status: 'incomplete_expired', endedAt: work.now })
}
