import type { SubscriptionDiscount } from '@goodword/client'
import { waitingReasons } from '@goodword/domain/bills/bill-discount'

/** Why the processor did not accept a change; the codes of the service, in sentences. */
const failures: Readonly<Record<string, string>> = {
  ...waitingReasons,
  NOT_CHECKED:
    'It was right at the last check. The payment processor has not been read since, so it may have changed.',
  PRICE_UNKNOWN:
    'The next bill depends on usage, and the payment processor has no forecast of it. The percentage is on the subscription.',
  UNAVAILABLE: 'The payment processor was not available. It is tried again by itself.',
  TIMED_OUT: 'The payment processor did not answer in time. It is tried again by itself.',
  RATE_LIMITED: 'The payment processor limits how often it is called. It is tried again by itself.',
  MALFORMED: 'The answer of the payment processor could not be read. It is tried again by itself.',
  CREDENTIALS_REJECTED: 'The payment processor rejects the stored keys. Connect it again under Install.',
  PERMISSION_DENIED:
    'The API key lacks a permission at the payment processor. Give it there; Install says which.',
  NOT_FOUND: 'The payment processor does not know the subscription or the discount. Look at it there.',
  ENDED: 'The subscription has ended at the payment processor.',
  DISCOUNT_MISSING: 'The discount is not set up at the payment processor. Install says how to create it.',
  COUPON_DIFFERS:
    'A coupon at the payment processor has the ID of ours and other terms. Delete it there, so that the service makes it anew.',
  CHANGED_BY_SOMEONE_ELSE:
    'Someone else at the payment processor changes the discount back again and again. It is corrected after waits that grow to a day; compare the account to correct it at once.',
  CURRENCY: 'The discount is in another currency than the subscription.',
  TOO_MANY_DISCOUNTS:
    'The subscription has as many other discounts as the payment processor takes. Remove one there.',
  BILL_CLOSED:
    'The bill was closed before it could be adjusted. The next one is right; look at it under Bills.',
  REJECTED: 'The payment processor did not accept the discount. Look at the subscription there.',
}

/** The state of a discount in one sentence. */
export function stateSentence({ state, reason }: Pick<SubscriptionDiscount, 'state' | 'reason'>): string {
  if (reason !== null) return failures[reason] ?? `The payment processor said: ${reason}.`
  switch (state) {
    case 'IN_STEP':
      return 'The next bill has the right discount.'
    case 'PENDING':
      return 'The change is being made at the payment processor.'
    case 'WAITING':
      return 'It cannot be changed yet.'
    case 'FAILED':
      return 'The payment processor did not accept it. It is tried again by itself.'
  }
}

/** How much more or less the processor takes off than it should; null where the price is not known. */
export function driftOf({ expectedAmount, actualAmount }: SubscriptionDiscount): number | null {
  return expectedAmount === null || actualAmount === null ? null : actualAmount - expectedAmount
}
