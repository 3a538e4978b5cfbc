import type { Delivery, Receiver } from '@goodword/client'
import { count } from '../../format/number-text.ts'

type Attempt = Pick<Delivery['attempts'][number], 'status' | 'error'>
type AttemptError = NonNullable<Attempt['error']>

const errorWords: Readonly<Record<AttemptError, string>> = {
  STATUS_NOT_2XX: 'The receiver answered with an error',
  REDIRECTED: 'The receiver answered with a redirect, which is not followed',
  GONE: 'The receiver answered that it is gone (410)',
  TIMED_OUT: 'The receiver did not answer in time',
  HOST_NOT_FOUND: 'The host name was not found',
  ADDRESS_NOT_PUBLIC: 'The host is not at a public address',
  CONNECTION_FAILED: 'The receiver could not be reached',
  TLS_FAILED: 'The certificate of the receiver was not accepted',
  INVALID_RESPONSE: 'The answer was not valid HTTP',
  SECRET_UNREADABLE: 'The signing secret could not be decrypted; rotate it',
}

/** How an attempt ended, in a sentence without its full stop: "Answered 200", "The receiver answered with an error (500)". */
export function attemptText({ status, error }: Attempt): string {
  if (error === null) return `Answered ${status ?? ''}`
  return `${errorWords[error] ?? error}${status === null ? '' : ` (${status})`}`
}

/** "All events", "referral.converted", "12 types": what a receiver hears of. */
export function typesText({ types }: Pick<Receiver, 'types'>): string {
  if (types.length === 0) return 'All events'
  return types.length < 3 ? types.join(', ') : count(types.length, 'type')
}

/** Why nothing is sent to a receiver. */
export function disabledText({ disabledReason }: Pick<Receiver, 'disabledReason'>): string {
  switch (disabledReason) {
    case 'GONE':
      return 'It answered that it is gone (410), so nothing more is sent to it.'
    case 'FAILING':
      return 'No delivery has succeeded for five days, so nothing more is sent to it.'
    default:
      return 'A person or a request turned it off.'
  }
}
