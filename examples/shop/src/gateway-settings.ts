import type { GatewaySettings } from './gateway.ts'

const { BRAINTREE_URL, BRAINTREE_MERCHANT_ID, BRAINTREE_PUBLIC_KEY, BRAINTREE_PRIVATE_KEY } = process.env
const { STRIPE_URL, STRIPE_SECRET_KEY } = process.env

/** The gateway that the environment names; null without one. */
export function gatewaySettings(): GatewaySettings | null {
  if (STRIPE_URL && STRIPE_SECRET_KEY)
    return { processor: 'stripe', url: STRIPE_URL, secretKey: STRIPE_SECRET_KEY }
  if (!BRAINTREE_URL || !BRAINTREE_MERCHANT_ID || !BRAINTREE_PUBLIC_KEY || !BRAINTREE_PRIVATE_KEY) return null
  return {
    processor: 'braintree',
    url: BRAINTREE_URL,
    merchantId: BRAINTREE_MERCHANT_ID,
    publicKey: BRAINTREE_PUBLIC_KEY,
    privateKey: BRAINTREE_PRIVATE_KEY,
  }
}
