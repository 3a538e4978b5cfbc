import { createBraintreeGateway } from './braintree/braintree-gateway.ts'
import type { Gateway, GatewaySettings } from './gateway.ts'
import { createStripeGateway } from './stripe/stripe-gateway.ts'

export function openGateway(settings: GatewaySettings): Gateway {
  return settings.processor === 'stripe' ? createStripeGateway(settings) : createBraintreeGateway(settings)
}
