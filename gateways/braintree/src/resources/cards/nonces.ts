import type { Gateway } from '../../gateway.ts'
import type { Nonce } from '../../model/card.ts'
import type { Merchant } from '../../model/merchant.ts'
import { cardNumberOf } from '../../records/cards/card-number.ts'
import { numbersWith } from '../../records/cards/test-numbers.ts'

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

/** The documented nonces of cards, with the card's number. */
export const testNonces: ReadonlyMap<string, string> = new Map([
  ['fake-valid-nonce', '4111111111111111'],
  ['fake-valid-visa-nonce', '4012888888881881'],
  ['fake-valid-amex-nonce', '378282246310005'],
  ['fake-valid-mastercard-nonce', '5555555555554444'],
  ['fake-valid-discover-nonce', '6011111111111117'],
  ['fake-valid-jcb-nonce', '3530111333300000'],
  ['fake-valid-maestro-nonce', '6304000000000000'],
  ['fake-valid-dinersclub-nonce', '36259600000004'],
  ['fake-valid-prepaid-nonce', numbersWith.prepaid],
  ['fake-valid-prepaid-reloadable-nonce', numbersWith.prepaidReloadable],
  ['fake-valid-business-nonce', numbersWith.business],
  ['fake-valid-consumer-nonce', numbersWith.consumer],
  ['fake-valid-corporate-nonce', numbersWith.corporate],
  ['fake-valid-purchase-nonce', numbersWith.purchase],
  ['fake-valid-commercial-nonce', numbersWith.commercial],
  ['fake-valid-durbin-regulated-nonce', numbersWith.durbinRegulated],
  ['fake-valid-healthcare-nonce', numbersWith.healthcare],
  ['fake-valid-debit-nonce', numbersWith.debit],
  ['fake-valid-payroll-nonce', numbersWith.payroll],
  ['fake-valid-no-indicators-nonce', numbersWith.noIndicators],
  ['fake-valid-unknown-indicators-nonce', numbersWith.unknownIndicators],
  ['fake-valid-country-of-issuance-usa-nonce', numbersWith.countryOfIssuance],
  ['fake-valid-issuing-bank-network-only-nonce', numbersWith.issuingBank],
  ['fake-processor-declined-visa-nonce', '4000111111111115'],
  ['fake-processor-declined-mastercard-nonce', '5105105105105100'],
  ['fake-processor-declined-amex-nonce', '378734493671000'],
  ['fake-processor-declined-discover-nonce', '6011000990139424'],
  ['fake-processor-failure-jcb-nonce', '3566002020360505'],
  ['fake-gateway-rejected-fraud-nonce', numbersWith.fraud],
  ['fake-gateway-rejected-risk-thresholds-nonce', numbersWith.riskThresholds],
  // Wallets: the card behind them is charged like any other.
  ['fake-apple-pay-amex-nonce', '378282246310005'],
  ['fake-apple-pay-mastercard-nonce', '5555555555554444'],
  ['fake-apple-pay-mpan-nonce', '4012888888881881'],
  ['fake-apple-pay-visa-nonce', '4012888888881881'],
  ['fake-android-pay-nonce', '4012888888881881'],
  ['fake-android-pay-amex-nonce', '378282246310005'],
  ['fake-android-pay-discover-nonce', '6011111111111117'],
  ['fake-android-pay-mastercard-nonce', '5555555555554444'],
  ['fake-android-pay-visa-nonce', '4012888888881881'],
])

/** The documented nonces of other payment methods: PayPal, bank accounts, 3D Secure. */
const unsupportedNonces: readonly RegExp[] = [
  /^fake-(abstract|europe-bank|local-payment|meta-checkout|paypal|pinless|sepa)/,
  /^fake-(three-d-secure|token-issuance-error|us-bank|valid-country-of-issuance|venmo|visa-checkout)/,
  /^tokensam_fake_/,
]
