import type { Call } from '../../protocol/route.ts'
import { defaultAccountOf } from '../../records/merchant-account.ts'

/** The merchant's configuration for browsers, with the addresses. Only cards are offered. */
export function configurationOf(
  { merchant, origin }: Pick<Call, 'merchant' | 'origin'>,
  merchantAccountId: string | null,
) {
  const clientApiUrl = `${origin}/merchants/${merchant.id}/client_api`
  return {
    environment: 'sandbox',
    clientApiUrl,
    configUrl: `${clientApiUrl}/v1/configuration`,
    merchantId: merchant.id,
    merchantAccountId: merchantAccountId ?? defaultAccountOf(merchant).id,
    assetsUrl: origin,
    authUrl: origin,
    challenges: [],
    creditCards: {
      supportedCardTypes: ['American Express', 'Discover', 'JCB', 'MasterCard', 'Visa', 'UnionPay'],
    },
    threeDSecureEnabled: false,
    paypalEnabled: false,
    venmo: 'off',
    applePay: null,
    androidPay: null,
  }
}
