import type braintree from 'braintree'
import type { AcceptedRequest, Notification, NotificationRequest, RefusedRequest } from '../notification.ts'

/** Longer than any notification; the SDK’s parser takes time and memory for what it is given. */
const MAX_PAYLOAD_LENGTH = 262_144
const MAX_SIGNATURE_LENGTH = 8192

/** The gateway writes neither; both can make a parser do more work than the text is long. */
const documentType = /<!(DOCTYPE|ENTITY)/i

/** The kinds that are used: what a merchant ticks when creating the webhook. */
export const notificationKinds = [
  'subscription_charged_successfully',
  'subscription_charged_unsuccessfully',
  'subscription_went_active',
  'subscription_went_past_due',
  'subscription_trial_ended',
  'subscription_canceled',
  'subscription_expired',
  'subscription_billing_skipped',
  'dispute_opened',
  'dispute_accepted',
  'dispute_won',
  'dispute_lost',
]

/** A form with `bt_signature` and `bt_payload`, or a query with `bt_challenge`. */
export async function accept(
  gateway: braintree.BraintreeGateway,
  { method, query, rawBody }: NotificationRequest,
): Promise<AcceptedRequest> {
  if (method === 'GET') return acceptChallenge(gateway, query)
  const form = new URLSearchParams(rawBody)
  const signature = single(form, 'bt_signature')
  if (signature === null) return missing('bt_signature')
  const payload = single(form, 'bt_payload')
  if (payload === null) return missing('bt_payload')
  const notification = await parse(gateway, signature, payload)
  return notification === null ? wrongSignature : { kind: 'NOTIFICATION', notification }
}

function acceptChallenge(gateway: braintree.BraintreeGateway, query: URLSearchParams): AcceptedRequest {
  const challenge = single(query, 'bt_challenge')
  if (challenge === null) return missing('bt_challenge')
  if (!/^[a-f0-9]{20,32}$/.test(challenge)) return impossibleChallenge
  const verifying = gateway.webhookNotification as unknown as Verifying
  return { kind: 'CHALLENGE', answer: verifying.verify(challenge) }
}

/** The SDK's published types lack it. */
type Verifying = { readonly verify: (challenge: string) => string }

function single(fields: URLSearchParams, name: string): string | null {
  const [value, another] = fields.getAll(name)
  return value === undefined || value === '' || another !== undefined ? null : value
}

const CREATE_WEBHOOK = 'This URL is for the webhook of the payment processor: create a webhook with it there.'

function missing(param: string): RefusedRequest {
  const message = `"${param}" is missing, or is given more than once. ${CREATE_WEBHOOK}`
  return { kind: 'REFUSED', param, message, isSigned: false }
}

const impossibleChallenge: RefusedRequest = {
  kind: 'REFUSED',
  param: 'bt_challenge',
  message: `"bt_challenge" must be 20 to 32 hexadecimal digits. ${CREATE_WEBHOOK}`,
  isSigned: false,
}

const wrongSignature: RefusedRequest = {
  kind: 'REFUSED',
  param: 'bt_signature',
  message:
    'The signature does not match the payload, or the payload is not a notification. Check that the webhook belongs to the connected merchant, and that nothing changes the request on its way.',
  isSigned: true,
}

/** Null if the signature is not right, or if the payload is not a notification. */
async function parse(
  gateway: braintree.BraintreeGateway,
  signature: string,
  payload: string,
): Promise<Notification | null> {
  if (signature.length > MAX_SIGNATURE_LENGTH || payload.length > MAX_PAYLOAD_LENGTH) return null
  // Bytes that are no UTF-8 become U+FFFD.
  const xml = Buffer.from(payload, 'base64').toString('utf8')
  if (documentType.test(xml)) return null
  try {
    const parsed: unknown = await gateway.webhookNotification.parse(signature, payload)
    // Some frameworks on the way drop the newline at the end of the payload.
    return notificationOf(parsed, { identity: payload.trimEnd(), payload: xml })
  } catch {
    // The signature is wrong, or someone with the keys signed something else.
    return null
  }
}

type Customer = { readonly id?: unknown }

/** The fields of a notification that lead to the subject. The rest is ignored, because it is as old as the notification. */
type Parsed = {
  readonly kind: unknown
  readonly timestamp: unknown
  readonly subscription?: {
    readonly id: unknown
    readonly transactions: readonly { readonly customer?: Customer }[]
  }
  readonly dispute?: { readonly transaction?: { readonly id?: unknown } }
  readonly transaction?: { readonly subscriptionId?: unknown; readonly customer?: Customer }
}

function notificationOf(
  notification: unknown,
  received: Pick<Notification, 'identity' | 'payload'>,
): Notification | null {
  // Each field that is used is checked below.
  const { kind, timestamp, subscription, transaction, dispute } = notification as Parsed
  const createdAt = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  if (typeof kind !== 'string' || kind === '' || Number.isNaN(createdAt)) return null
  const payment = subscription?.transactions[0] ?? transaction
  return {
    ...received,
    kind,
    createdAt,
    subscriptionId: textOrNull(subscription?.id ?? transaction?.subscriptionId),
    customerId: textOrNull(payment?.customer?.id),
    paymentId: textOrNull(dispute?.transaction?.id),
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
