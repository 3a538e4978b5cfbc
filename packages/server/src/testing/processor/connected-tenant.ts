import type { NamedKeys } from '../../administration/tenants/create-tenant.ts'
import { merchantAt, newTestTenant } from '../merchant.ts'
import type { TestService } from '../test-service.ts'
import { type BraintreeShop, givenBraintreeShop } from './braintree-shop.ts'
import type { StripeShop } from './stripe/stripe-shop.ts'

export type ConnectedTenant<Shop = BraintreeShop> = {
  readonly keys: NamedKeys
  readonly shop: Shop
  /** The path of the notification URL. */
  readonly hook: string
}

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
  const keys = await newTestTenant(service)
  const { webhookUrl } = await merchantAt(service.call, keys).requestOk(
    'PUT',
    '/connection',
    shop.credentials,
  )
  return { keys, shop, hook: new URL(String(webhookUrl)).pathname }
}
