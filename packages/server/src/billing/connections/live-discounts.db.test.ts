import { expect, test } from 'vitest'
import type { NamedKeys } from '../../administration/tenants/create-tenant.ts'
import { givenBraintreeShop } from '../../testing/processor/braintree-shop.ts'
import { givenConnectedTenant } from '../../testing/processor/connected-tenant.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const gateway = await service.gateway()

const put = ({ alias, apiKey: key }: NamedKeys, body: object) =>
  service.call('PUT', '/connection', { alias, key, body })

const subscribe = async ({ alias }: NamedKeys, id: string, isLive: boolean, minor: number) => {
  const text = `insert into app.processor_subscription (tenant_id, id, subscription_id, customer_id, account_id, is_live,
      came_with_discount, currency, next_bill_date, expected_minor, actual_minor, is_listed, state, reason, checked_at,
      bill_count, price_minor, balance_minor, bills_from)
    select $1, gen_random_uuid(), $2, 'c', gen_random_uuid(), $3, false, 'EUR', null, $4, $4, $3, 'IN_STEP', null, now(), 0, 0, 0, now()`
  await service.owner.query({ name: '', text }, [alias, id, isLive, minor])
}

test('another merchant is 409 while discounts are live, before any call; the same merchant is not', async () => {
  const { keys, shop } = await givenConnectedTenant(service)
  const other = await givenBraintreeShop(gateway)
  await subscribe(keys, 'ended', false, 500)
  await subscribe(keys, 'without', true, 0)
  expect((await put(keys, other.credentials)).status).toBe(200)
  await subscribe(keys, 'discounted', true, 500)
  const before = await service.rows()
  await shop.control('POST', '/faults', { action: { kind: 'status', status: 503 } })
  const refused = await put(keys, shop.credentials)
  expect(refused.body).toMatchObject({
    statusCode: 409,
    apiErrorCode: 'PROCESSOR_CONNECTION_IN_USE',
    param: 'merchantId',
  })
  expect(await service.rows()).toEqual(before)
  expect((await put(keys, other.credentials)).status).toBe(200)
})

test('a local gateway that was started at another port is the same while discounts are live', async () => {
  const { keys, shop } = await givenConnectedTenant(service)
  await subscribe(keys, 'discounted', true, 500)
  const text = `update app.processor_connection set environment = 'http://127.0.0.1:9' where tenant_id = $1`
  await service.owner.query({ name: '', text }, [keys.alias])
  const moved = await put(keys, shop.credentials)
  expect(moved).toMatchObject({ status: 200, body: { environment: shop.credentials.environment } })
})

test('live discounts are counted when the connection is removed', async () => {
  const { keys } = await givenConnectedTenant(service)
  await subscribe(keys, 'one', true, 500)
  await subscribe(keys, 'two', true, 100)
  const { body } = await service.call('DELETE', '/connection', { alias: keys.alias, key: keys.apiKey })
  expect(body).toMatchObject({ discountsLeft: 2 })
})
