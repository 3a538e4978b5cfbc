import { describe, expect, test } from 'vitest'
import { createApiKey } from '../../administration/keys/create-api-key.ts'
import { type ConnectedTenant, givenConnectedTenant } from '../../testing/processor/connected-tenant.ts'
import { signedRequest } from '../../testing/processor/signed-request.ts'
import { startTestService } from '../../testing/test-service.ts'
import type { NotificationId } from '../rows/notifications.ts'
import { acceptRequest } from './accept-request.ts'
import { processNotification } from './process-notification.ts'

const service = await startTestService()
const { ctx, owner } = service

type Row = Readonly<Record<string, unknown>>

const at = ({ keys }: ConnectedTenant) => ({ alias: keys.alias, key: keys.apiKey })
const get = async (tenant: ConnectedTenant, path: string) =>
  (await service.call('GET', path, at(tenant))).body
const listed = async (tenant: ConnectedTenant, query = '') =>
  (await get(tenant, `/notifications${query}`)).notifications as Row[]

async function receive(tenant: ConnectedTenant, kind: string, subject: string): Promise<string> {
  service.clock.now += 1
  const signed = await tenant.shop.sdk.webhookTesting.sampleNotification(kind as never, subject)
  await acceptRequest(ctx, tenant.keys.alias, signedRequest(signed))
  return String((await listed(tenant, '?limit=1'))[0]?.id)
}

const process = (tenant: ConnectedTenant, id: string) =>
  processNotification(ctx, tenant.keys.alias, id as NotificationId)

const setJob = (id: string, set: string) =>
  owner.query({ name: '', text: `update app.job set ${set} where subject = $1` }, [id])

const jobOf = async (subject: string) => {
  const text = 'select state, attempts from app.job where subject = $1'
  return (await owner.query<Row>({ name: '', text }, [subject]))[0]
}

/** A connected tenant with a customer who is bound to an account, and one notification of each state, oldest first. */
async function given() {
  const tenant = await givenConnectedTenant(service)
  const customerId = await tenant.shop.addCustomer()
  const subscriptionId = await tenant.shop.subscribe(customerId)
  const bound = { id: 'acct_carol', paymentProviderId: customerId }
  expect((await service.call('POST', '/accountsync', { ...at(tenant), body: bound })).status).toBe(200)
  const done = await receive(tenant, 'subscription_charged_successfully', subscriptionId)
  await process(tenant, done)
  const failed = await receive(tenant, 'subscription_canceled', subscriptionId)
  await setJob(failed, "state = 'FAILED', attempts = 12, last_error = 'the processor was away'")
  const received = await receive(tenant, 'check', 'x')
  return { tenant, customerId, subscriptionId, done, failed, received }
}

test('the endpoint lists what was received, newest first, with what became of it', async () => {
  const { tenant, customerId, done, failed, received } = await given()
  const rows = await listed(tenant)
  expect(rows.map((it) => [it.id, it.kind, it.state, it.outcome, it.attempts, it.lastError])).toEqual([
    [received, 'check', 'RECEIVED', null, 0, null],
    [failed, 'subscription_canceled', 'FAILED', null, 12, 'the processor was away'],
    [done, 'subscription_charged_successfully', 'DONE', 'CUSTOMER_FOUND', 0, null],
  ])
  expect(rows[2]).toMatchObject({ customerId, dateProcessed: expect.any(Number) })

  const idsOf = async (query: string) => (await listed(tenant, query)).map((it) => it.id)
  expect(await idsOf('?state=RECEIVED')).toEqual([received])
  expect(await idsOf('?state=FAILED')).toEqual([failed])
  expect(await idsOf('?state=DONE')).toEqual([done])
  expect(await idsOf('?kind=check')).toEqual([received])
  expect(await idsOf('?kind=check&state=DONE')).toEqual([])
  const { nextCursor, totalCount } = await get(tenant, '/notifications?limit=1')
  expect(totalCount).toBe(3)
  expect(await idsOf(`?limit=2&cursor=${String(nextCursor)}`)).toEqual([failed, done])
})

test('the endpoint shows the payload as far as it is kept, the account, and what is pending for the customer', async () => {
  const { tenant, customerId, subscriptionId, done, failed, received } = await given()
  const details = await get(tenant, `/notifications/${done}`)
  expect(details).toMatchObject({ id: done, subscriptionId, customerId, accountId: 'acct_carol' })
  expect(details.payload).toContain('<kind>subscription_charged_successfully</kind>')
  expect(details.reconciliation).toEqual({
    state: 'WAITING',
    attempts: 0,
    lastError: null,
    dateNextRun: null,
  })
  await setJob(customerId, "state = 'FAILED', attempts = 3, last_error = 'REJECTED'")
  expect((await get(tenant, `/notifications/${done}`)).reconciliation).toEqual({
    state: 'FAILED',
    attempts: 3,
    lastError: 'REJECTED',
    dateNextRun: null,
  })
  const text = 'update app.processor_notification set payload = null where id = $1'
  await owner.query({ name: '', text }, [done])
  expect(await get(tenant, `/notifications/${done}`)).toMatchObject({ state: 'DONE', payload: null })
  expect(await get(tenant, `/notifications/${failed}`)).toMatchObject({ state: 'FAILED' })
  expect(await get(tenant, `/notifications/${received}`)).toMatchObject({
    accountId: null,
    reconciliation: null,
  })
})

test('the endpoint processes a notification again, whatever its state, as often as it is asked for', async () => {
  const { tenant, customerId, done, failed, received } = await given()
  const rerun = async (id: string) =>
    (await service.call('POST', `/notifications/${id}/rerun`, at(tenant))).body
  await owner.query({ name: '', text: 'delete from app.job where subject = $1' }, [customerId])
  for (const id of [done, done, failed, received]) {
    expect(await rerun(id)).toMatchObject({ id, state: 'RECEIVED', outcome: null, dateProcessed: null })
    expect(await jobOf(id)).toEqual({ state: 'READY', attempts: 0 })
  }
  await setJob(received, "state = 'WAITING', attempts = 4, due_at = now() + interval '1 hour'")
  await rerun(received)
  expect(await jobOf(received)).toEqual({ state: 'READY', attempts: 0 })
  for (const id of [done, failed, received]) await process(tenant, id)
  expect((await listed(tenant)).map((it) => it.outcome)).toEqual([
    'NO_SUBSCRIPTION',
    'CUSTOMER_FOUND',
    'CUSTOMER_FOUND',
  ])
  expect(await jobOf(customerId)).toMatchObject({ state: 'READY' })
})

test('a notification with a wrong signature is only counted', async () => {
  const { tenant } = await given()
  const never = { count: 0, dateFirst: null, dateLast: null }
  expect((await get(tenant, '/notifications')).rejected).toEqual(never)
  const signed = await tenant.shop.sdk.webhookTesting.sampleNotification('check' as never, 'x')
  for (const bt_signature of [`${signed.bt_signature}0`, 'x']) {
    const request = signedRequest({ ...signed, bt_signature })
    await expect(acceptRequest(ctx, tenant.keys.alias, request)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  }
  const { rejected, totalCount } = await get(tenant, '/notifications')
  expect([rejected, totalCount]).toEqual([
    { count: 2, dateFirst: service.clock.now, dateLast: service.clock.now },
    3,
  ])
})

describe('refused requests', () => {
  test('unknown IDs, and those of another tenant, are refused', async () => {
    const [{ done }, other] = [await given(), await givenConnectedTenant(service)]
    const before = await service.rows()
    for (const id of ['x', '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d61', done]) {
      for (const [method, path] of [
        ['GET', `/notifications/${id}`],
        ['POST', `/notifications/${id}/rerun`],
      ] as const) {
        const { status, body } = await service.call(method, path, at(other))
        expect([status, body.apiErrorCode]).toEqual([404, 'NOTIFICATION_NOT_FOUND'])
      }
    }
    expect(await listed(other)).toEqual([])
    expect(await service.rows()).toEqual(before)
  })

  test('keys without the scope "admin" are refused', async () => {
    const { tenant, done } = await given()
    const { alias } = tenant.keys
    const { apiKey: key } = await createApiKey(service.operator, {
      alias,
      scopes: ['read', 'write', 'money'],
    })
    for (const path of ['/notifications', `/notifications/${done}`]) {
      expect((await service.call('GET', path, { alias, key })).status).toBe(403)
    }
  })
})
