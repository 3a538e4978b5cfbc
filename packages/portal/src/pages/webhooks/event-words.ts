import type { Delivery, Receiver } from '@goodword/client'

export type EventType = Exclude<Receiver['types'][number], 'test'>

/** What each type of event says. */
const words: Readonly<Record<EventType, string>> = {
  'user.created': 'A person was seen for the first time',
  'referral.started': 'A friend signed up with a link or code',
  'referral.converted': 'A friend paid for the first time',
  'referral.ended': 'A friend cancelled',
  'referral.appealed': 'A referrer wrote about a referral that is checked',
  'referral.overdue': 'A referral waits for a decision longer than the program says',
  'referral.moderated': 'A reward of a referral was approved, denied or put on hold',
  'reward.created': 'A person got a reward',
  'reward.cancelled': 'A reward was cancelled',
  'reward.redeemed': 'Credit was redeemed',
  'reward.balance.changed': 'The balance of a person changed',
  'account.blocked': 'An account was blocked',
  'account.unblocked': 'An account was unblocked',
  'discount.changed': 'A discount changed at the payment processor',
  'discount.drifted': 'A discount was changed by hand at the payment processor',
  'discount.failed': 'A discount could not be set at the payment processor',
  'bill.wrong': 'A bill had a wrong discount',
  'bill.mended': 'What was paid too much for a bill was refunded',
  'connection.broken': 'The payment processor rejects the connection',
  'export.completed': 'An export is ready or has failed',
}

// The keys of the table are the types.
export const eventTypes = Object.keys(words) as readonly EventType[]

export function eventWords(type: EventType): string {
  return words[type]
}

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
