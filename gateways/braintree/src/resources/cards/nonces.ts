import type { Gateway } from '../../gateway.ts'
import type { Nonce } from '../../model/card.ts'
import type { Merchant } from '../../model/merchant.ts'
import { cardNumberOf } from '../../records/cards/card-number.ts'
import { testNonces, unsupportedNonces } from './test-nonces.ts'

/** An unused nonce expires after three hours. */
const NONCE_LIVES_MS = 3 * 3_600_000

export type UselessNonce = 'unknown' | 'consumed' | 'luhn_invalid'

/**
 * The card of a nonce, or why there is none. This does not consume the nonce; the caller does so with
 * `consumeNonce`. The documented test nonces can be used any number of times.
 */
export function useNonce(merchant: Merchant, now: number, nonce: string): Nonce | UselessNonce {
  const drawn = merchant.nonces.get(nonce)
  if (drawn !== undefined) {
    if (drawn.isConsumed) return 'consumed'
    return drawn.createdAt + NONCE_LIVES_MS < now ? 'unknown' : drawn
  }
  if (nonce === 'fake-consumed-nonce') return 'consumed'
  if (nonce === 'fake-luhn-invalid-nonce') return 'luhn_invalid'
  const number = testNonces.get(nonce)
  return number === undefined ? 'unknown' : testNonce(nonce, number, now)
}

export function consumeNonce(nonce: Nonce): void {
  nonce.isConsumed = true
}

/** Logs that a documented test nonce of an unsupported payment method is treated as unknown. */
export function tellIfUnsupported(gateway: Gateway, nonce: string): void {
  if (unsupportedNonces.some((pattern) => pattern.test(nonce))) {
    gateway.log(`${nonce} is for a payment method that is not simulated; only cards are`)
  }
}

/** Created for each use, so that consuming it has no effect. Its card does not expire soon. */
function testNonce(nonce: string, number: string, now: number): Nonce {
  return {
    nonce,
    number: cardNumberOf(number),
    expirationMonth: '12',
    expirationYear: `${new Date(now).getUTCFullYear() + 5}`,
    cardholderName: null,
    billingAddress: null,
    cvvResponse: 'I',
    wantedToken: null,
    token: null,
    customerId: null,
    isConsumed: false,
    createdAt: now,
  }
}
