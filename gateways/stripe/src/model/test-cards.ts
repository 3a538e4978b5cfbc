import type { TestCard } from './customer.ts'

/** Cards that are there without being made, by the ids of the documentation. */
export const testCards: Readonly<Record<string, TestCard>> = {
  pm_card_visa: card('visa', '4242'),
  pm_card_visa_debit: card('visa', '5556'),
  pm_card_mastercard: card('mastercard', '4444'),
  pm_card_amex: card('amex', '8431'),
  pm_card_chargeDeclined: refused('0002', 'generic_decline'),
  pm_card_chargeDeclinedInsufficientFunds: refused('9995', 'insufficient_funds'),
  pm_card_chargeDeclinedExpiredCard: refused('0069', 'expired_card'),
  /** It can be attached, and each charge of it is declined. */
  pm_card_chargeCustomerFail: card('visa', '0341', { decline: 'generic_decline' }),
  pm_card_pendingRefund: card('visa', '7726', { refunds: 'succeed_later' }),
  pm_card_refundFail: card('visa', '5126', { refunds: 'fail' }),
  pm_card_authenticationRequired: card('visa', '3184', { authentication: 'always' }),
  pm_card_authenticationRequiredOnSetup: card('visa', '3155', { authentication: 'until_set_up' }),
  pm_card_authenticationRequiredSetupForOffSession: card('visa', '0446', { authentication: 'on_session' }),
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: card('visa', '3178', {
    authentication: 'always',
    decline: 'insufficient_funds',
  }),
  pm_card_threeDSecure2Required: card('visa', '3220', { authentication: 'always' }),
  pm_card_threeDSecureRequired: card('visa', '3063', { authentication: 'always' }),
  pm_card_threeDSecureRequiredChargeDeclined: card('visa', '1629', {
    authentication: 'always',
    decline: 'generic_decline',
  }),
  pm_card_threeDSecureOptional: card('visa', '3055'),
  pm_card_amex_threeDSecureNotSupported: card('amex', '0005'),
}

/** The test card with a number: those of a kind differ in their last digits. */
export function cardNumbered(number: string): TestCard | undefined {
  if (!/^\d{15,16}$/.test(number)) return undefined
  return Object.values(testCards).find(({ last4 }) => number.endsWith(last4))
}

/** A card whose bank is asked already when it is attached. */
function refused(last4: string, decline: string): TestCard {
  return card('visa', last4, { decline, isRefused: true })
}

function card(brand: string, last4: string, more: Partial<TestCard> = {}): TestCard {
  return {
    brand,
    last4,
    fingerprint: `card${brand}${last4}`,
    decline: null,
    isRefused: false,
    refunds: 'succeed',
    authentication: 'never',
    ...more,
  }
}
