import { isDeepStrictEqual } from 'node:util'
import type Stripe from 'stripe'
import type {
  AcceptedRequest,
  Notification,
  NotificationPage,
  NotificationRequest,
  NotificationWork,
  RefusedRequest,
} from '../notification.ts'
import type { StripeCalls } from './sdk/calls.ts'
import { msOf, textAt, valueAt } from './sdk/values.ts'

/** Longer than any event. */
const MAX_PAYLOAD_LENGTH = 1_048_576
const MAX_SIGNATURE_LENGTH = 8192
const TOLERANCE_SECONDS = 300

/** The kinds that the service requests from the list of events, which takes up to 20. */
export const listedKinds = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'customer.updated',
  'customer.deleted',
  'customer.discount.deleted',
  'customer.discount.updated',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const

/**
 * The kinds that are used: what the endpoint is registered for. An event of the last ones that is lost costs little: coupons are
 * looked at again after minutes.
 */
export const notificationKinds = [
  ...listedKinds,
  'customer.discount.created',
  'coupon.created',
  'coupon.updated',
  'coupon.deleted',
] as const

/** The additional kinds for an endpoint of a test program. They are not listed: payments show the time as well. */
export const testNotificationKinds = [
  'test_helpers.test_clock.advancing',
  'test_helpers.test_clock.ready',
] as const

/** The values that make a request one of this connection. */
export type Expected = {
  /** Several while one replaces another. */
  readonly secrets: readonly string[]
  readonly isLive: boolean
}

export async function accept(
  stripe: Stripe,
  { secrets, isLive }: Expected,
  { method, headers, rawBody }: NotificationRequest,
): Promise<AcceptedRequest> {
  const signature = headers['stripe-signature']
  if (method !== 'POST' || typeof signature !== 'string' || rawBody === '') return notSigned
  if (secrets.length === 0) return noSecret
  const isTooLong = rawBody.length > MAX_PAYLOAD_LENGTH || signature.length > MAX_SIGNATURE_LENGTH
  if (isTooLong || isOfFuture(signature) || !secrets.some((it) => isSignedBy(stripe, it, rawBody, signature)))
    return wrongSignature
  const event = parsed(rawBody)
  if (event === null) return unreadable('the body is not JSON')
  const notification = notificationOf(event, rawBody)
  if (notification === null) return unreadable('the event has no ID, type or time')
  if (valueAt(event, 'livemode') === !isLive) return otherMode
  return { kind: 'NOTIFICATION', notification }
}

/** The SDK refuses times that are too long ago, and takes any that is to come. */
function isOfFuture(signature: string): boolean {
  const seconds = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? 0)
  return seconds > Date.now() / 1000 + TOLERANCE_SECONDS
}

function isSignedBy(stripe: Stripe, secret: string, rawBody: string, signature: string): boolean {
  try {
    return stripe.webhooks.signature?.verifyHeader(rawBody, signature, secret, TOLERANCE_SECONDS) === true
  } catch {
    return false
  }
}

function parsed(rawBody: string): object | null {
  try {
    const value: unknown = JSON.parse(rawBody)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Only IDs are read, which are in all versions of the API at one of these places. Null if it is no event. */
function notificationOf(event: unknown, payload: string): Notification | null {
  const [id, type, created] = [textAt(event, 'id'), textAt(event, 'type'), valueAt(event, 'created')]
  if (id === null || type === null || typeof created !== 'number') return null
  const object = valueAt(event, 'data', 'object')
  const kind = textAt(object, 'object')
  const own = textAt(object, 'id')
  const account = textAt(event, 'account')
  const asks = isUsed(type) ? workOf(type, event) : 'NOTHING'
  const clockAt = isOfTestClock(type) ? valueAt(object, 'frozen_time') : null
  return {
    identity: id,
    payload,
    kind: type,
    createdAt: msOf(created),
    subscriptionId:
      kind === 'subscription'
        ? own
        : (textAt(object, 'parent', 'subscription_details', 'subscription') ??
          textAt(object, 'subscription')),
    customerId: kind === 'customer' ? own : (textAt(object, 'customer') ?? textAt(object, 'customer', 'id')),
    discountId: kind === 'coupon' ? own : null,
    paymentId: kind === 'dispute' ? textAt(object, 'payment_intent') : null,
    ...(typeof clockAt === 'number' && { testClockAt: msOf(clockAt) }),
    ...(asks !== null && { asks }),
    ...(account === null ? {} : { account }),
  }
}

/** An endpoint that was made by hand may be sent all kinds. */
function isUsed(type: string): boolean {
  const used: readonly string[] = notificationKinds
  return used.includes(type)
}

function isOfTestClock(type: string): boolean {
  const kinds: readonly string[] = testNotificationKinds
  return kinds.includes(type)
}

/** Events of the kinds that are used, newest first. Stripe keeps them for 30 days. */
export async function readEvents(
  { read }: StripeCalls,
  since: number | null,
  after: string | null,
): Promise<NotificationPage> {
  const { data, has_more } = await read('events.list', (stripe) =>
    stripe.events.list({
      types: [...listedKinds],
      limit: 100,
      ...(since === null ? {} : { created: { gte: Math.floor(since / 1000) } }),
      ...(after === null ? {} : { starting_after: after }),
    }),
  )
  const notifications = data.flatMap((event) => notificationOf(event, JSON.stringify(event)) ?? [])
  return { notifications, next: has_more ? (data.at(-1)?.id ?? null) : null }
}

const CREATE_ENDPOINT =
  'This URL is for the webhook of the payment processor: add it there as an endpoint for events.'

const notSigned: RefusedRequest = {
  kind: 'REFUSED',
  param: 'stripe-signature',
  message: `The header "Stripe-Signature" or the body is missing. ${CREATE_ENDPOINT}`,
  isSigned: false,
}

const noSecret: RefusedRequest = {
  kind: 'REFUSED',
  param: 'stripe-signature',
  message:
    'The connection has no secret of a webhook, so no signature can be verified. Send the secret of the endpoint as webhookSecret with PUT connection.',
  isSigned: true,
}

const wrongSignature: RefusedRequest = {
  kind: 'REFUSED',
  param: 'stripe-signature',
  message:
    'The signature is wrong or older than 5 minutes. Check that webhookSecret is the signing secret of this endpoint, and the time of this machine.',
  isSigned: true,
}

function unreadable(cause: string): RefusedRequest {
  const message =
    'The signature is right, and the body is no event. Check that nothing else signs with the secret of this endpoint.'
  return { kind: 'REFUSED', param: 'payload', message, isSigned: true, cause }
}

const otherMode: RefusedRequest = {
  kind: 'REFUSED',
  param: 'livemode',
  message:
    'The event is of the other mode than the program. Send events of test mode to test programs, and live ones to live programs.',
  isSigned: true,
  cause: 'the event is of the other mode',
}

/**
 * A renewal has four events that are used: the subscription begins a period, a draft is made, and an hour later it is closed and
 * paid. Only after the payment the customer is read. Null for every other event, and wherever this is not sure.
 */
export function workOf(type: string, event: unknown): NotificationWork | null {
  const object = valueAt(event, 'data', 'object')
  if (type === 'customer.subscription.updated')
    return isNewPeriod(object, valueAt(event, 'data', 'previous_attributes')) ? 'NOTHING' : null
  if (textAt(object, 'billing_reason') !== 'subscription_cycle') return null
  const status = textAt(object, 'status')
  if (type === 'invoice.created' && status === 'draft') return 'DRAFTS'
  const isCharged = textAt(object, 'collection_method') === 'charge_automatically'
  return type === 'invoice.finalized' && status === 'open' && isCharged ? 'LATER' : null
}

/** The fields of a subscription that the beginning of a period changes. */
const ofPeriod = ['current_period_start', 'current_period_end', 'latest_invoice', 'items']

/** Whether nothing changed but the period, of the subscription and of its items, which have no other ones than before. */
function isNewPeriod(now: unknown, before: unknown): boolean {
  if (typeof before !== 'object' || before === null) return false
  const names = Object.keys(before)
  if (names.length === 0 || !names.every((it) => ofPeriod.includes(it))) return false
  const [former, present] = [itemsOf(before), itemsOf(now)]
  return former === null || isDeepStrictEqual(former, present)
}

/** The items without their periods; null where there are none. */
function itemsOf(subscription: unknown): readonly unknown[] | null {
  const data = valueAt(subscription, 'items', 'data')
  if (!Array.isArray(data)) return null
  return data.map((it: unknown) => {
    const { current_period_start: _start, current_period_end: _end, ...rest } = Object(it)
    return rest
  })
}
