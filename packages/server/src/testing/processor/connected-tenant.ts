import type { NamedKeys } from '../../administration/tenants/create-tenant.ts'
import { createTenant } from '../../administration/tenants/create-tenant.ts'
import { LANDING_PAGE, type TestService } from '../test-service.ts'
import { type BraintreeShop, givenBraintreeShop } from './braintree-shop.ts'
import type { StripeShop } from './stripe/stripe-shop.ts'

export type ConnectedTenant<Shop = BraintreeShop> = {
  readonly keys: NamedKeys
  readonly shop: Shop
  /** The path of the notification URL. */
  readonly hook: string
}

let made = 0

/** A test tenant of its own, connected to a merchant of its own. */
export async function givenConnectedTenant(
  service: TestService,
  fixture: object = {},
): Promise<ConnectedTenant> {
  return connectTenant(service, await givenBraintreeShop(await service.gateway(), fixture))
}

/** A test tenant of its own, connected to a merchant. */
export async function connectTenant<Shop extends BraintreeShop | StripeShop>(
  service: TestService,
  shop: Shop,
): Promise<ConnectedTenant<Shop>> {
  made += 1
  const { test: keys } = await createTenant(service.operator, {
    alias: `connected_${made}`,
    landingPage: LANDING_PAGE,
  })
  const { status, body } = await service.call('PUT', '/connection', {
    alias: keys.alias,
    key: keys.apiKey,
    body: shop.credentials,
  })
  if (status !== 200) throw new Error(`connecting failed: ${JSON.stringify(body)}`)
  return { keys, shop, hook: new URL(String(body.webhookUrl)).pathname }
}
