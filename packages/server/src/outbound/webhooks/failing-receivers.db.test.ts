import type { ReceiverId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { deliveriesOf, givenReceiver, publish, run } from '../../testing/webhooks/given-receiver.ts'
import { accept, reject, startReceiver } from '../../testing/webhooks/test-receiver.ts'
import { changeReceiver } from './change-receiver.ts'
import { createReceiver } from './create-receiver.ts'
import { deliverEvents } from './deliver-events.ts'
import { readDelivery } from './read-deliveries.ts'
import { readReceiver } from './read-receivers.ts'
import { resendDelivery, resendPeriod } from './resend-deliveries.ts'
import { rotateSecret } from './rotate-secret.ts'
import { sendTest } from './send-test.ts'

const db = await createTestDatabase()
const never = new AbortController().signal
const DAY_MS = 86_400_000
const SHORT_MS = 300

test('a receiver that is down gets the event once it is up, with the same id each time, after pauses that grow', async () => {
  const receiver = await startReceiver(reject(500))
  const { tenant, webhook } = await givenReceiver(db, receiver)
  await tenant.referrer('ada')
  await publish(tenant)
  const due: number[] = []
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const again = await run(tenant, webhook.id)
    due.push((again?.again ?? Number.NaN) - tenant.clock.now)
    // Before its time nothing is sent.
    await run(tenant, webhook.id)
    tenant.clock.now = again?.again ?? Number.NaN
  }
  expect(due).toEqual(due.toSorted((a, b) => a - b))
  expect(due[0]).toBeGreaterThanOrEqual(5000)
  expect(due[0]).toBeLessThanOrEqual(6000)
  receiver.answer = accept
  expect(await run(tenant, webhook.id)).toBe(null)
  expect(receiver.events).toHaveLength(6)
  expect(new Set(receiver.events.map((it) => it.id)).size).toBe(1)
  expect(new Set(receiver.events.map((it) => it.body)).size).toBe(1)
  const [delivery] = await deliveriesOf(tenant, webhook)
  expect(delivery?.attempts.map((it) => it.error)).toEqual([...Array(5).fill('STATUS_NOT_2XX'), null])
})

test('a delivery has failed after twelve attempts; it is sent again on request', async () => {
  const receiver = await startReceiver(reject(503))
  const { tenant, webhook } = await givenReceiver(db, receiver)
  const start = tenant.clock.now
  await tenant.referrer('ada')
  await publish(tenant)
  for (let next = await run(tenant, webhook.id); next !== null; next = await run(tenant, webhook.id)) {
    tenant.clock.now = next.again
  }
  expect(receiver.events).toHaveLength(12)
  expect((tenant.clock.now - start) / DAY_MS).toBeGreaterThan(2.5)
  expect((tenant.clock.now - start) / DAY_MS).toBeLessThan(3.5)
  const [delivery] = await deliveriesOf(tenant, webhook)
  expect(delivery).toMatchObject({ state: 'FAILED', nextAttempt: null })
  expect(await readReceiver(tenant.ctx, tenant.id, webhook.id)).toMatchObject({ enabled: true })
  receiver.answer = accept
  const resent = await resendDelivery(tenant.ctx, tenant.id, String(delivery?.id))
  expect(resent).toMatchObject({ state: 'PENDING', nextAttempt: tenant.clock.now })
  expect(resent.attempts).toHaveLength(12)
  expect(await run(tenant, webhook.id)).toBe(null)
  expect(await deliveriesOf(tenant, webhook)).toMatchObject([{ id: delivery?.id, state: 'SUCCEEDED' }])
  expect(receiver.events.at(-1)?.id).toBe(receiver.events[0]?.id)
})

test.each([
  ['302', reject(302, { location: 'http://127.0.0.1:1/' }), 'REDIRECTED'],
  ['429', reject(429), 'STATUS_NOT_2XX'],
  ['an early end', ((response) => response.destroy()) as typeof accept, 'CONNECTION_FAILED'],
])('%s is a failure that is tried again', async (_, answer, error) => {
  const receiver = await startReceiver(answer)
  const { tenant, webhook } = await givenReceiver(db, receiver)
  await tenant.referrer('ada')
  await publish(tenant)
  const again = await run(tenant, webhook.id)
  expect(again?.again).toBeGreaterThan(tenant.clock.now)
  expect(receiver.events).toHaveLength(1)
  expect(await deliveriesOf(tenant, webhook)).toMatchObject([{ state: 'PENDING', attempts: [{ error }] }])
})

test('silence is a failure that is tried again', async () => {
  const receiver = await startReceiver(() => undefined)
  const { tenant, webhook } = await givenReceiver(db, receiver)
  await tenant.referrer('ada')
  await publish(tenant)
  // On a busy machine the event may reach the receiver after the first limits.
  for (let limitMs = SHORT_MS; receiver.events.length === 0; limitMs *= 2) {
    const again = await run(tenant, webhook.id, limitMs)
    expect(again?.again).toBeGreaterThan(tenant.clock.now)
    tenant.clock.now = again?.again ?? Number.NaN
  }
  const [delivery] = await deliveriesOf(tenant, webhook)
  expect(delivery).toMatchObject({ state: 'PENDING' })
  expect(new Set(delivery?.attempts.map((it) => it.error))).toEqual(new Set(['TIMED_OUT']))
})

test('Retry-After is waited for', async () => {
  const receiver = await startReceiver(reject(429, { 'retry-after': '3600' }))
  const { tenant, webhook } = await givenReceiver(db, receiver)
  await tenant.referrer('ada')
  await publish(tenant)
  expect(await run(tenant, webhook.id)).toEqual({ again: tenant.clock.now + 3_600_000 })
})

test('a huge answer with a status of success is a success, and the log has its beginning', async () => {
  const receiver = await startReceiver((response) => {
    response.writeHead(200)
    response.end(`\0${'x'.repeat(10_000_000)}`)
  })
  const { tenant, webhook } = await givenReceiver(db, receiver)
  await tenant.referrer('ada')
  await publish(tenant)
  expect(await run(tenant, webhook.id)).toBe(null)
  const [delivery] = await deliveriesOf(tenant, webhook)
  const { attempts } = await readDelivery(tenant.ctx, tenant.id, String(delivery?.id))
  expect(attempts[0]?.response).toContain(`\ufffd${'x'.repeat(1000)}`)
  expect(attempts[0]?.response).toHaveLength(4096)
})

test('a receiver that is gone is disabled at once, gets nothing more, and what was pending when it is enabled', async () => {
  const receiver = await startReceiver((response, _event, count) => {
    if (count === 1) response.writeHead(410).end()
    else response.writeHead(204).end()
  })
  const { tenant, webhook } = await givenReceiver(db, receiver, { types: ['user.created'] })
  const { ctx, id } = tenant
  await tenant.referrer('ada')
  await publish(tenant)
  expect(await run(tenant, webhook.id)).toBe(null)
  expect(await readReceiver(ctx, id, webhook.id)).toMatchObject({ enabled: false, disabledReason: 'GONE' })
  await tenant.referrer('bob')
  await publish(tenant)
  expect(await deliveriesOf(tenant, webhook)).toMatchObject([{ state: 'FAILED' }])
  await expect(sendTest(ctx, id, webhook.id)).rejects.toMatchObject({ code: 'RECEIVER_DISABLED' })
  const resend = resendPeriod(ctx, id, webhook.id, { from: 0 })
  await expect(resend).rejects.toMatchObject({ code: 'RECEIVER_DISABLED' })
  const enabled = await changeReceiver(ctx, id, webhook.id, { enabled: true })
  expect(enabled).toMatchObject({ enabled: true, disabledReason: null })
  expect(await resendPeriod(ctx, id, webhook.id, { from: 0 })).toEqual({ count: 1 })
  await tenant.referrer('cyd')
  await publish(tenant)
  await run(tenant, webhook.id)
  expect(receiver.events.slice(1).map((it) => it.data.accountId)).toEqual(['ada', 'cyd'])
})

test('a receiver that has failed for five days is disabled', async () => {
  const receiver = await startReceiver(reject(500))
  const { tenant, webhook } = await givenReceiver(db, receiver)
  for (let day = 0; day < 9; day += 1) {
    await tenant.referrer(`account_${day}`)
    await publish(tenant)
    const until = tenant.clock.now + DAY_MS
    for (let next = await run(tenant, webhook.id); next !== null && next.again < until; ) {
      tenant.clock.now = next.again
      next = await run(tenant, webhook.id)
    }
    tenant.clock.now = until
  }
  expect(await readReceiver(tenant.ctx, tenant.id, webhook.id)).toMatchObject({
    enabled: false,
    disabledReason: 'FAILING',
  })
  const deliveries = await deliveriesOf(tenant, webhook)
  expect(deliveries.filter((it) => it.state === 'PENDING').map((it) => it.nextAttempt)).toContain(null)
})

test('I17: a name that means an inside address at the next attempt is refused then', async () => {
  const receiver = await startReceiver()
  let answers = ['93.184.216.34']
  const tenant = await makeTestTenant(db, 'test_rebinding')
  const { secretBox, clock } = tenant.ctx
  const options = { secretBox, allowLocalTargets: false, resolveHost: async () => answers }
  const ctx = testContext(db.service, clock, options)
  const { port } = new URL(receiver.url)
  const created = createReceiver(ctx, tenant.id, { url: `http://rebind.example:${port}/` })
  await expect(created).rejects.toMatchObject({ param: 'url' })
  const webhook = await createReceiver(ctx, tenant.id, { url: 'http://rebind.example:8080/' })
  await tenant.referrer('ada')
  await publish(tenant)
  answers = ['127.0.0.1']
  await deliverEvents(ctx, tenant.id, webhook.id as ReceiverId, { signal: never })
  expect(await deliveriesOf(tenant, webhook)).toMatchObject([
    { state: 'PENDING', attempts: [{ status: null, error: 'ADDRESS_NOT_PUBLIC' }] },
  ])
  expect(receiver.events).toEqual([])
})

test('nothing is sent when the secret cannot be decrypted, and a rotation mends it', async () => {
  const receiver = await startReceiver()
  const { tenant, webhook } = await givenReceiver(db, receiver)
  await db.owner.query(
    { name: '', text: `update app.webhook_receiver set secret_box = '\\x00' where tenant_id = $1` },
    [tenant.id],
  )
  await tenant.referrer('ada')
  await publish(tenant)
  const again = await run(tenant, webhook.id)
  expect(receiver.events).toEqual([])
  expect(await deliveriesOf(tenant, webhook)).toMatchObject([{ attempts: [{ error: 'SECRET_UNREADABLE' }] }])
  const { secret } = await rotateSecret(tenant.ctx, tenant.id, webhook.id)
  tenant.clock.now = Math.max(again?.again ?? 0, Date.now())
  expect(await run(tenant, webhook.id)).toBe(null)
  expect(receiver.events).toHaveLength(1)
  expect(secret).toMatch(/^whsec_/)
})
