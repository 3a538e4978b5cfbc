import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalSandbox, startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { givenStripeProgram, type StripeProgram } from '../../testing/processor/stripe/stripe-program.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
let sandbox: LocalSandbox

beforeAll(async () => {
  sandbox = await startLocalSandbox('stripe')
})

afterAll(async () => {
  await sandbox.close()
  await service.app.close()
})

async function given() {
  const program = await givenStripeProgram(service, sandbox, new Date().toISOString())
  const { shop, call } = program
  const endpoints = async () => (await shop.sdk.webhookEndpoints.list()).data
  const connect = (more: object = {}) => call('PUT', '/connection', { ...shop.credentials, ...more })
  return { ...program, connect, endpoints }
}

/** Has Stripe send the notifications for the address of the service to this machine. */
async function forward({ shop }: StripeProgram): Promise<void> {
  const [endpoint] = (await shop.sdk.webhookEndpoints.list()).data
  if (endpoint === undefined) throw new Error('no endpoint is registered')
  await shop.sdk.webhookEndpoints.update(endpoint.id, {
    url: `${address}${new URL(endpoint.url).pathname}`,
  })
}

const HOUR_MS = 3_600_000

const missing = (body: Record<string, unknown>) =>
  (body.missingSetup as readonly { item: string; name: string; message: string }[]).map(
    ({ item, message }) => [item, message] as const,
  )

test('the service registers its own endpoint once, with the version and the kinds that it reads', async () => {
  const { connect, call, endpoints } = await given()
  const { body } = await connect()
  const [endpoint, another] = await endpoints()
  expect(another).toBeUndefined()
  expect(endpoint).toMatchObject({
    url: body.webhookUrl,
    api_version: '2026-10-28.endive',
    status: 'enabled',
    enabled_events: expect.arrayContaining(['invoice.created', 'checkout.session.completed']),
  })
  expect(missing(body)).toEqual([['WEBHOOK', expect.stringContaining('is registered')]])
  // The check of the integration does not ask for one either.
  const { steps } = (await call('GET', '/integration')).body
  expect(steps).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        step: 'PROCESSOR_CONNECTED',
        message: expect.stringContaining('at Stripe is connected'),
      }),
      expect.objectContaining({
        step: 'NOTIFICATION_RECEIVED',
        message: expect.stringContaining('is registered'),
        guideUrl: expect.stringMatching(/stripe#3-the-webhook$/),
      }),
    ]),
  )
  // Neither connecting again nor a check makes another, and changes by hand are corrected.
  await connect()
  await call('POST', '/connection/check')
  expect((await endpoints()).map(({ id }) => id)).toEqual([endpoint?.id])
})

test('events that come by the registered endpoint are verified by the secret that Stripe showed once', async () => {
  const program = await given()
  await program.connect()
  await forward(program)
  const customer = await program.shop.addCustomer()
  await program.shop.sdk.customers.update(customer, { description: 'a friend' })
  await expect
    .poll(async () => (await program.call('GET', '/connection')).body)
    .toMatchObject({ state: 'ACTIVE', missingSetup: [] })
  expect((await program.call('GET', '/notifications')).body.notifications).toContainEqual(
    expect.objectContaining({ kind: 'customer.updated', customerId: customer }),
  )
})

describe('an event that is sent by HTTP', () => {
  const secret = 'whsec_of_this_endpoint'

  async function givenEvent() {
    const { shop, connect, call } = await given()
    const { body } = await connect({ webhookSecret: secret })
    const customer = await shop.addCustomer()
    const [event] = (await shop.sdk.events.list({ limit: 1 })).data
    const send = (headers: Record<string, string>, payload: string) =>
      service.app.inject({
        method: 'POST',
        url: new URL(String(body.webhookUrl)).pathname,
        headers: { 'content-type': 'application/json', ...headers },
        payload,
      })
    const stored = async () => (await call('GET', '/notifications')).body.notifications
    const payload = (more: object = {}) => JSON.stringify({ ...event, ...more })
    return { call, customer, send, stored, payload }
  }

  function signature(payload: string, by = secret, at = Math.floor(Date.now() / 1000)) {
    const v1 = createHmac('sha256', by).update(`${at}.${payload}`).digest('hex')
    return { 'stripe-signature': `t=${at},v1=${v1}` }
  }

  test('an event that is sent by HTTP twice with a right signature is stored once', async () => {
    const { call, customer, send, stored, payload } = await givenEvent()
    const text = payload()
    for (const _ of [1, 2]) expect((await send(signature(text), text)).statusCode).toBeLessThan(300)
    expect(await stored()).toMatchObject([{ customerId: customer }])
    expect((await call('GET', '/connection')).body).toMatchObject({ state: 'ACTIVE', missingSetup: [] })
  })

  test('an event that is sent by HTTP without a right signature, or for another account or mode, is refused and not stored', async () => {
    const { send, stored, payload } = await givenEvent()
    const text = payload()
    const anHourAgo = Math.floor(Date.now() / 1000) - 3600
    const refused: readonly (readonly [Record<string, string>, string])[] = [
      [{}, text],
      [{ 'stripe-signature': '' }, text],
      [signature(text, 'whsec_of_another_endpoint'), text],
      [signature(text), payload({ type: 'customer.deleted' })],
      [signature(text, secret, anHourAgo), text],
      ...[{ account: 'acct_other' }, { livemode: true }].map(
        (more) => [signature(payload(more)), payload(more)] as const,
      ),
    ]
    for (const [headers, body] of refused) {
      expect((await send(headers, body)).json()).toMatchObject({ statusCode: 400 })
      expect(await stored()).toEqual([])
    }
  })
})

test('an endpoint that was changed or deleted by hand is mended by a check', async () => {
  const { connect, call, endpoints, shop } = await given()
  const { body } = await connect()
  const [first] = await endpoints()
  const id = first?.id ?? ''
  await shop.sdk.webhookEndpoints.update(id, { disabled: true, enabled_events: ['charge.refunded'] })
  await call('POST', '/connection/check')
  expect(await endpoints()).toMatchObject([
    { id, status: 'enabled', enabled_events: expect.arrayContaining(['invoice.paid']) },
  ])
  await shop.sdk.webhookEndpoints.del(id)
  await call('POST', '/connection/check')
  expect(await endpoints()).toMatchObject([{ url: body.webhookUrl, status: 'enabled' }])
})

test('an endpoint that was changed or deleted by hand is mended within a day, by one request a day while it is right', async () => {
  const program = await given()
  const { connect, endpoints, shop, call, runJobs } = program
  service.clock.now = Date.now()
  await connect()
  const [first] = await endpoints()
  const id = first?.id ?? ''
  let ahead = 0
  const pass = async (ms: number) => {
    service.clock.now += ms
    // Jobs follow the clock of the program, which is moved beyond that of the machine each time.
    ahead += 11 * 60_000
    expect(await runJobs(service.clock.now + ahead)).toContain('READ_NOTIFICATIONS')
  }
  const lists = { method: 'GET', path: '/webhook_endpoints', action: { kind: 'delay', ms: 0 } }
  await shop.control('POST', '/faults', lists)
  await shop.sdk.webhookEndpoints.update(id, { disabled: true, enabled_events: ['charge.refunded'] })
  await pass(23 * HOUR_MS)
  expect(await shop.sdk.webhookEndpoints.retrieve(id)).toMatchObject({ status: 'disabled' })
  for (const _ of [1, 2, 3]) await pass(HOUR_MS)
  const kinds = expect.arrayContaining(['invoice.paid'])
  expect(await shop.sdk.webhookEndpoints.retrieve(id)).toMatchObject({
    status: 'enabled',
    enabled_events: kinds,
  })
  expect((await shop.control('GET', '/faults')).items).toMatchObject([{ hits: 1 }])

  await shop.sdk.webhookEndpoints.del(id)
  await pass(24 * HOUR_MS)
  await forward(program)
  await shop.sdk.customers.update(await shop.addCustomer(), { description: 'a friend' })
  await expect
    .poll(async () => (await call('GET', '/connection')).body)
    .toMatchObject({ state: 'ACTIVE', missingSetup: [] })
})

test('an endpoint whose secret was lost with the connection is made anew, and goes with the next removal', async () => {
  const { connect, call, endpoints, shop } = await given()
  await connect()
  const [first] = await endpoints()
  const unreachable = { path: '/webhook_endpoints/*', action: { kind: 'status', status: 503 } }
  await shop.control('POST', '/faults', unreachable)
  expect((await call('DELETE', '/connection')).body).toMatchObject({ state: 'REMOVED' })
  await shop.control('DELETE', '/faults')
  expect(await endpoints()).toHaveLength(1)
  await connect()
  const [second, another] = await endpoints()
  expect([second?.id === first?.id, another]).toEqual([false, undefined])
  await call('DELETE', '/connection')
  expect(await endpoints()).toEqual([])
})

test('an endpoint is not made twice when the answer to its registration was lost', async () => {
  const { connect, endpoints, shop } = await given()
  const lost = { method: 'POST', path: '/webhook_endpoints', times: 1, action: { kind: 'answer_lost' } }
  await shop.control('POST', '/faults', lost)
  expect((await connect()).body).toMatchObject({ apiErrorCode: 'PROCESSOR_UNAVAILABLE' })
  const [first] = await endpoints()
  expect((await connect()).status).toBe(200)
  const [second, another] = await endpoints()
  expect([first === undefined, second?.id === first?.id, another]).toEqual([false, false, undefined])
})

test('a key that may not register says how to do it by hand, and does it once it may', async () => {
  const { connect, call, endpoints, shop } = await given()
  const permissions = ['rak_account_read', 'rak_customer_read', 'rak_subscription_write']
  await shop.control('PUT', '/permissions', { permissions })
  const { body } = await connect()
  const finding = ['WEBHOOK', expect.stringMatching(/rak_webhook_write.*webhookSecret/)]
  expect(missing(body)).toContainEqual(finding)
  await shop.control('PUT', '/permissions', { permissions: [...permissions, 'rak_webhook_write'] })
  await call('POST', '/connection/check')
  expect(await endpoints()).toHaveLength(1)
})

test('an endpoint that the merchant made stays the only one', async () => {
  const { connect, call, endpoints, shop } = await given()
  const webhookUrl = String((await connect({ webhookSecret: 'whsec_by_hand' })).body.webhookUrl)
  expect(await endpoints()).toEqual([])
  await shop.sdk.webhookEndpoints.create({ url: webhookUrl, enabled_events: ['*'] })
  expect(missing((await connect()).body)).toEqual([['WEBHOOK', expect.stringContaining('made by hand')]])
  expect(await endpoints()).toHaveLength(1)
  // A secret that is sent replaces the registered endpoint.
  const [byHand] = await endpoints()
  await shop.sdk.webhookEndpoints.del(byHand?.id ?? '')
  await connect()
  expect(await endpoints()).toHaveLength(1)
  await connect({ webhookSecret: 'whsec_by_hand' })
  expect(await endpoints()).toEqual([])
  expect((await call('GET', '/connection')).status).toBe(200)
})

test('events that did not arrive are read once, and an outage of more than a month reads every customer', async () => {
  const { connect, call, shop, runJobs } = await given()
  service.clock.now = Date.now()
  await connect({ webhookSecret: 'whsec_nobody_sends_with' })
  let now = service.clock.now
  await runJobs(now)
  const customer = await shop.addCustomer()
  await shop.sdk.customers.update(customer, { description: 'not told' })
  const known = async () => {
    const { notifications } = (await call('GET', '/notifications')).body
    return (notifications as { kind: string; customerId: string }[]).map(
      (it) => `${it.kind} ${it.customerId}`,
    )
  }
  for (const _ of [1, 2]) {
    now += 11 * 60_000
    expect(await runJobs(now)).toContain('READ_NOTIFICATIONS')
    expect(await known()).toEqual([`customer.updated ${customer}`])
  }
  // They show nothing of the webhook.
  expect((await call('GET', '/connection')).body).toMatchObject({ missingSetup: [{ item: 'WEBHOOK' }] })
  const month = 31 * 86_400_000
  service.clock.now += month
  expect(await runJobs(now + month + 11 * 60_000)).toContain('ALL_CUSTOMERS')
})
