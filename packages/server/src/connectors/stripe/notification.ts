import type Stripe from 'stripe'
import type { AcceptedRequest, Notification, NotificationRequest, RefusedRequest } from '../connector.ts'
import { msOf } from './values.ts'

/** Longer than any event. */
const MAX_PAYLOAD_LENGTH = 1_048_576
const MAX_SIGNATURE_LENGTH = 8192
const TOLERANCE_SECONDS = 300

/** The kinds that are used: what a merchant selects when creating the endpoint. */
export const notificationKinds = [
  'checkout.session.completed',
  'customer.updated',
  'customer.deleted',
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
]

/** An event with its signature by one of the secrets: there are two while one replaces the other. */
export async function accept(
  stripe: Stripe,
  secrets: readonly string[],
  { method, headers, rawBody }: NotificationRequest,
): Promise<AcceptedRequest> {
  const signature = headers['stripe-signature']
  if (method !== 'POST' || typeof signature !== 'string' || rawBody === '') return notSigned
  if (secrets.length === 0) return noSecret
  const isTooLong = rawBody.length > MAX_PAYLOAD_LENGTH || signature.length > MAX_SIGNATURE_LENGTH
  const isVerified = !isTooLong && secrets.some((it) => isSignedBy(stripe, it, rawBody, signature))
  const notification = isVerified ? notificationOf(JSON.parse(rawBody), rawBody) : null
  return notification === null ? wrongSignature : { kind: 'NOTIFICATION', notification }
}

function isSignedBy(stripe: Stripe, secret: string, rawBody: string, signature: string): boolean {
  try {
    stripe.webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS)
    return true
  } catch {
    return false
  }
}

/** Only IDs are read, which are in all versions of the API at one of these places. Null if it is no event. */
function notificationOf(event: unknown, rawBody: string): Notification | null {
  const [id, type, created] = [textAt(event, 'id'), textAt(event, 'type'), valueAt(event, 'created')]
  if (id === null || type === null || typeof created !== 'number') return null
  const object = valueAt(event, 'data', 'object')
  const kind = textAt(object, 'object')
  const own = textAt(object, 'id')
  return {
    identity: id,
    payload: rawBody,
    kind: type,
    createdAt: msOf(created),
    subscriptionId:
      kind === 'subscription'
        ? own
        : (textAt(object, 'parent', 'subscription_details', 'subscription') ??
          textAt(object, 'subscription')),
    customerId: kind === 'customer' ? own : (textAt(object, 'customer') ?? textAt(object, 'customer', 'id')),
    paymentId: kind === 'dispute' ? textAt(object, 'payment_intent') : null,
  }
}

function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : null
}

function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
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
    'The signature is wrong or older than 5 minutes, or the body is no event. Check that webhookSecret is the signing secret of this endpoint, and the time of this machine.',
  isSigned: true,
}
