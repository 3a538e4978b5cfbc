import type { Delivery, Receiver } from '@goodword/client'

type AttemptError = NonNullable<Delivery['attempts'][number]['error']>

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

/** Why an attempt failed, in a sentence without its full stop; null for one that succeeded. */
export function attemptErrorText(error: AttemptError | null): string | null {
  return error === null ? null : (errorWords[error] ?? error)
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
