import { propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NotificationRequest } from '../../connectors/notification.ts'
import { type ConnectedTenant, givenConnectedTenant } from '../../testing/processor/connected-tenant.ts'
import { signedRequest } from '../../testing/processor/signed-request.ts'
import { startTestService } from '../../testing/test-service.ts'
import type { NotificationId } from '../rows/notifications.ts'
import { acceptRequest } from './accept-request.ts'
import { processNotification } from './process-notification.ts'

const runs = propertyRuns()
const service = await startTestService()
const { ctx } = service

async function sign({ shop }: ConnectedTenant, id: string, kind: string): Promise<NotificationRequest> {
  return signedRequest(await shop.sdk.webhookTesting.sampleNotification(kind as never, id))
}

async function subscribe({ shop }: ConnectedTenant): Promise<{ id: string; customerId: string }> {
  const customerId = await shop.addCustomer()
  return { id: await shop.subscribe(customerId), customerId }
}

type Row = Readonly<Record<string, unknown>>

const rowsOf = (table: string, alias: string) =>
  service.owner.query<Row>(
    { name: '', text: `select * from app.${table} where tenant_id = $1 order by 1, 2` },
    [alias],
  )

async function jobsOf(tenant: ConnectedTenant): Promise<readonly string[]> {
  const jobs = await rowsOf('job', tenant.keys.alias)
  return jobs.filter((it) => it.kind === 'NOTIFICATION').map((it) => String(it.subject))
}

/** Customers of processed notifications, each once. */
async function customersOf(tenant: ConnectedTenant): Promise<readonly unknown[]> {
  const rows = await rowsOf('processor_notification', tenant.keys.alias)
  return [...new Set(rows.filter((it) => it.outcome === 'CUSTOMER_FOUND').map((it) => it.customer_id))]
}

async function processAll(tenant: ConnectedTenant): Promise<void> {
  const { alias } = tenant.keys
  for (const id of await jobsOf(tenant)) await processNotification(ctx, alias, id as NotificationId)
}

const outcomesOf = async ({ keys }: ConnectedTenant) =>
  (await rowsOf('processor_notification', keys.alias)).map((it) => it.outcome)

test('the customer of a subscription is found, whether the notification names it or not', async () => {
  const tenant = await givenConnectedTenant(service)
  const { id, customerId } = await subscribe(tenant)
  await acceptRequest(ctx, tenant.keys.alias, await sign(tenant, id, 'subscription_canceled'))
  await processAll(tenant)
  expect(await outcomesOf(tenant)).toEqual(['CUSTOMER_FOUND'])
  expect(await customersOf(tenant)).toEqual([customerId])
})

test.each([
  ['waits for the next day', 'daily_call_budget', false],
  ['is read at once', '0', true],
])('a customer of a notification %s when %s calls of the day were made', async (_what, made, isReady) => {
  const tenant = await givenConnectedTenant(service)
  const { id } = await subscribe(tenant)
  await acceptRequest(ctx, tenant.keys.alias, await sign(tenant, id, 'subscription_canceled'))
  const day = new Date(service.clock.now).toISOString().slice(0, 10)
  const text = `update app.processor_connection set calls_day = $2, calls_made = ${made} where tenant_id = $1`
  await service.owner.query({ name: '', text }, [tenant.keys.alias, day])
  await processAll(tenant)
  const jobs = (await rowsOf('job', tenant.keys.alias)).filter((it) => it.kind === 'CUSTOMER')
  expect(jobs.map((it) => it.state === 'READY')).toEqual([isReady])
})

test('the connection shows what has arrived, and its webhook is missing no more', async () => {
  const tenant = await givenConnectedTenant(service)
  const { id } = await subscribe(tenant)
  await acceptRequest(ctx, tenant.keys.alias, await sign(tenant, id, 'subscription_went_past_due'))
  const receivedAt = service.clock.now
  await processAll(tenant)
  const { alias, apiKey: key } = tenant.keys
  const { body } = await service.call('GET', '/connection', { alias, key })
  expect(body).toMatchObject({ state: 'ACTIVE', missingSetup: [], dateLastNotification: receivedAt })
  expect(body.notificationKinds).toContainEqual({
    kind: 'subscription_went_past_due',
    dateLastSeen: receivedAt,
  })
})

test('a check of the processor has no customer', async () => {
  const tenant = await givenConnectedTenant(service)
  await acceptRequest(ctx, tenant.keys.alias, await sign(tenant, 'x', 'check'))
  await processAll(tenant)
  expect(await outcomesOf(tenant)).toEqual(['NO_SUBSCRIPTION'])
  expect(await customersOf(tenant)).toEqual([])
})

test('a subscription that is not there is noted', async () => {
  const tenant = await givenConnectedTenant(service)
  await acceptRequest(ctx, tenant.keys.alias, await sign(tenant, 'nobody', 'subscription_canceled'))
  await processAll(tenant)
  expect(await outcomesOf(tenant)).toEqual(['SUBSCRIPTION_NOT_FOUND'])
})

test('a notification fails while the processor is away, and is processed afterwards', async () => {
  const tenant = await givenConnectedTenant(service)
  const { id, customerId } = await subscribe(tenant)
  await acceptRequest(ctx, tenant.keys.alias, await sign(tenant, id, 'subscription_canceled'))
  await tenant.shop.control('POST', '/faults', { action: { kind: 'status', status: 503 } })
  await expect(processAll(tenant)).rejects.toMatchObject({ name: 'ProcessorError', retryable: true })
  expect(await outcomesOf(tenant)).toEqual([null])
  await tenant.shop.control('DELETE', '/faults')
  await processAll(tenant)
  expect(await customersOf(tenant)).toEqual([customerId])
})

test('notifications of a merchant that is not connected any more come to nothing', async () => {
  const tenant = await givenConnectedTenant(service)
  const { id } = await subscribe(tenant)
  const { alias, apiKey: key } = tenant.keys
  await acceptRequest(ctx, alias, await sign(tenant, id, 'subscription_canceled'))
  await service.call('DELETE', '/connection', { alias, key })
  await processAll(tenant)
  expect(await outcomesOf(tenant)).toEqual(['DISCONNECTED'])
  expect(await customersOf(tenant)).toEqual([])
})

test('no order, repeat or number of processes loses or doubles a notification', {
  timeout: 600_000 + runs * 1000,
}, async () => {
  const tenant = await givenConnectedTenant(service)
  const subscriptions = [await subscribe(tenant), await subscribe(tenant)]
  const kinds = ['subscription_went_active', 'subscription_canceled', 'subscription_trial_ended']
  const deliveries = fc.array(
    fc.record({
      subscription: fc.constantFrom(...subscriptions),
      kind: fc.constantFrom(...kinds),
      times: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(deliveries, fc.infiniteStream(fc.nat()), async (sent, chance) => {
      const { alias } = tenant.keys
      for (const table of ['processor_notification', 'job'])
        await service.owner.query({ name: '', text: `delete from app.${table} where tenant_id = $1` }, [
          alias,
        ])
      const signed = await Promise.all(
        sent.map(async ({ subscription, kind, times }) => {
          const one = await sign(tenant, subscription.id, kind)
          return Array.from({ length: times }, () => one)
        }),
      )
      const order = signed
        .flat()
        .map((it) => ({ it, at: chance.next().value ?? 0 }))
        .sort((a, b) => a.at - b.at)
      await Promise.all(order.map(({ it }) => acceptRequest(ctx, alias, it)))
      const distinct = new Set(signed.flat().map((it) => it.rawBody))
      const notifications = await rowsOf('processor_notification', alias)
      expect(notifications).toHaveLength(distinct.size)
      expect(await jobsOf(tenant)).toHaveLength(distinct.size)
      await Promise.all([processAll(tenant), processAll(tenant)])
      expect(new Set(await outcomesOf(tenant))).toEqual(new Set(['CUSTOMER_FOUND']))
      const customers = new Set(sent.map(({ subscription }) => subscription.customerId))
      expect(new Set(await customersOf(tenant))).toEqual(customers)
    }),
    { numRuns: Math.ceil(runs / 10) },
  )
})
