import type braintree from 'braintree'
import { type Notification, ProcessorError } from '../connector.ts'

/** Longer than any notification; the SDK’s parser takes time and memory for what it is given. */
const MAX_PAYLOAD_LENGTH = 262_144
const MAX_SIGNATURE_LENGTH = 8192

/** The gateway writes neither; both can make a parser do more work than the text is long. */
const documentType = /<!(DOCTYPE|ENTITY)/i

export async function parseNotification(
  gateway: braintree.BraintreeGateway,
  signature: string,
  payload: string,
): Promise<Notification | null> {
  if (signature.length > MAX_SIGNATURE_LENGTH || payload.length > MAX_PAYLOAD_LENGTH) return null
  if (documentType.test(Buffer.from(payload, 'base64').toString('utf8'))) return null
  try {
    return notificationOf(await gateway.webhookNotification.parse(signature, payload))
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'type') === 'invalidSignatureError') return null
    const message = 'A notification with the right signature could not be read.'
    throw new ProcessorError('MALFORMED', { message, cause: error })
  }
}

type Customer = { readonly id?: unknown }

/** What is read of a notification: only what leads to the subject, because the rest is as old as the notification. */
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

function notificationOf(notification: unknown): Notification {
  // Each field that is used is checked below.
  const { kind, timestamp, subscription, transaction, dispute } = notification as Parsed
  const createdAt = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  if (typeof kind !== 'string' || kind === '' || Number.isNaN(createdAt))
    throw new Error('a notification has no kind or no timestamp')
  const payment = subscription?.transactions[0] ?? transaction
  return {
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

/** The SDK's published types lack it. */
type Verifying = { readonly verify: (challenge: string) => string }

export function answerChallenge(gateway: braintree.BraintreeGateway, challenge: string): string | null {
  if (!/^[a-f0-9]{20,32}$/.test(challenge)) return null
  const verifying = gateway.webhookNotification as unknown as Verifying
  return verifying.verify(challenge)
}
