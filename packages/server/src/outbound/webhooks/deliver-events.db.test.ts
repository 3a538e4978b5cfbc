import type { AccountId, UserId, UserKey } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { beginErasure } from '../../privacy/erasure/begin-erasure.ts'
import { carryOutErasure } from '../../privacy/erasure/carry-out-erasure.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { deliveriesOf, givenReceiver, publish, run } from '../../testing/webhooks/given-receiver.ts'
import { reject, startReceiver, verify } from '../../testing/webhooks/test-receiver.ts'
import { createReceiver } from './create-receiver.ts'
import { AT_ONCE } from './delivery-batch.ts'
import { readDelivery } from './read-deliveries.ts'
import { readReceiver } from './read-receivers.ts'
import { removeReceiver } from './remove-receiver.ts'
import { resendPeriod } from './resend-deliveries.ts'
import { OVERLAP_MS, REPEAT_MS, rotateSecret } from './rotate-secret.ts'
import { sendTest } from './send-test.ts'

const db = await createTestDatabase()

test('an event is one signed request for each receiver that takes its type, and none for others', async () => {
  const receiver = await startReceiver()
  const { tenant, webhook } = await givenReceiver(db, receiver, { types: ['user.created'] })
  const other = await startReceiver()
  const all = await createReceiver(tenant.ctx, tenant.id, { url: other.url })
  const third = await startReceiver()
  const none = await createReceiver(tenant.ctx, tenant.id, { url: third.url, types: ['export.completed'] })
  await tenant.referrer('ada')
  await publish(tenant)
  for (const { id } of [webhook, all, none]) expect(await run(tenant, id)).toBe(null)
  const [event] = receiver.events
  expect(receiver.events).toMatchObject([
    { type: 'user.created', data: { accountId: 'ada', userId: 'ada_user' } },
  ])
  expect(other.events).toMatchObject([{ type: 'user.created', id: event?.id }])
  expect(third.events).toEqual([])
  if (event === undefined) throw new Error('the event did not arrive')
  expect(event.headers['webhook-id']).toBe(event.id)
  expect(await deliveriesOf(tenant, webhook)).toMatchObject([
    { eventId: event.id, state: 'SUCCEEDED', nextAttempt: null, attempts: [{ status: 204, error: null }] },
  ])
})

test('Standard Webhooks verifies the signature, and notices every change', async () => {
  const receiver = await startReceiver()
  const { tenant, webhook } = await givenReceiver(db, receiver)
  tenant.clock.now = Date.now()
  await sendTest(tenant.ctx, tenant.id, webhook.id)
  await run(tenant, webhook.id)
  const [event] = receiver.events
  if (event === undefined) throw new Error('the event did not arrive')
  expect(verify(webhook.secret, event)).toMatchObject({ type: 'test', live: false })
  const changed = { ...event, body: event.body.replace('test', 'tesT') }
  expect(() => verify(webhook.secret, changed)).toThrow()
  const renamed = { ...event, headers: { ...event.headers, 'webhook-id': 'another' } }
  expect(() => verify(webhook.secret, renamed)).toThrow()
  const later = {
    ...event,
    headers: { ...event.headers, 'webhook-timestamp': `${Math.floor(Date.now() / 1000) + 60}` },
  }
  expect(() => verify(webhook.secret, later)).toThrow()
})

test('after a rotation, both secrets sign for a day, and a repeat returns the same secret', async () => {
  const receiver = await startReceiver()
  const { tenant, webhook } = await givenReceiver(db, receiver)
  tenant.clock.now = Date.now()
  const { ctx, id } = tenant
  const rotated = await rotateSecret(ctx, id, webhook.id)
  expect(rotated.secret).not.toBe(webhook.secret)
  expect((await rotateSecret(ctx, id, webhook.id)).secret).toBe(rotated.secret)
  await sendTest(ctx, id, webhook.id)
  await run(tenant, webhook.id)
  for (const secret of [webhook.secret, rotated.secret]) {
    for (const event of receiver.events) expect(verify(secret, event)).toMatchObject({ type: 'test' })
  }
  const [event] = receiver.events
  expect(String(event?.headers['webhook-signature']).split(' ')).toHaveLength(2)
  tenant.clock.now += OVERLAP_MS
  await sendTest(ctx, id, webhook.id)
  await run(tenant, webhook.id)
  expect(String(receiver.events[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
  tenant.clock.now += REPEAT_MS
  expect((await rotateSecret(ctx, id, webhook.id)).secret).not.toBe(rotated.secret)
})

test('names and e-mail addresses are sent only to a receiver that asks for them, and are in no log', async () => {
  const receiver = await startReceiver()
  const { tenant, webhook } = await givenReceiver(db, receiver, { includePersonalData: true })
  const other = await startReceiver()
  const without = await createReceiver(tenant.ctx, tenant.id, { url: other.url })
  await tenant.track('ada', 'server', tenant.identify('ada', { email: 'ada@example.com', firstName: 'Ada' }))
  await publish(tenant)
  await run(tenant, webhook.id)
  await run(tenant, without.id)
  expect(receiver.events[0]?.people).toEqual([
    { accountId: 'ada', userId: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: null },
  ])
  expect(other.events[0]?.body).not.toContain('example.com')
  const [delivery] = await deliveriesOf(tenant, webhook)
  const logged = await readDelivery(tenant.ctx, tenant.id, String(delivery?.id))
  expect(JSON.stringify(logged)).not.toContain('ada@example.com')
  expect(logged.attempts[0]?.request).toContain('webhook-signature: v1,')
  expect(logged.attempts[0]?.request).toContain('"userId":"ada"')
  expect(logged.attempts[0]?.response).toMatch(/^204\n/)
})

test('I18: a receiver has at most four open requests at a time', async () => {
  const receiver = await startReceiver((response, _event, count) => {
    // The first four wait for each other; so a fifth would be seen.
    if (count < AT_ONCE) held.push(response)
    else for (const it of [...held.splice(0), response]) it.writeHead(204).end()
  })
  const held: { writeHead(status: number): { end(): void } }[] = []
  const { tenant, webhook } = await givenReceiver(db, receiver, { types: ['user.created'] })
  for (let index = 0; index < 20; index += 1) await tenant.referrer(`account_${index}`)
  await publish(tenant)
  await run(tenant, webhook.id)
  expect(new Set(receiver.events.map((it) => it.id)).size).toBe(20)
  expect(receiver.mostAtOnce()).toBe(AT_ONCE)
  expect(receiver.connections()).toBe(AT_ONCE)
})

test('an event that hangs keeps one of four places, and others go on, also those that come meanwhile', async () => {
  let hanging: { writeHead(status: number): { end(): void } } | null = null
  const receiver = await startReceiver((response, { data }) => {
    if (data.accountId === 'hanging') hanging = response
    else response.writeHead(204).end()
  })
  const { tenant, webhook } = await givenReceiver(db, receiver, { types: ['user.created'] })
  await tenant.referrer('hanging')
  for (let index = 0; index < 5; index += 1) await tenant.referrer(`early_${index}`)
  await publish(tenant)
  // Without a time limit: it ends with the test.
  const running = run(tenant, webhook.id, 600_000)
  const arrived = (name: string) =>
    receiver.events.filter((it) => String(it.data.accountId).startsWith(name)).length
  await expect.poll(() => arrived('early')).toBe(5)
  for (const round of ['second', 'third']) {
    for (let index = 0; index < 5; index += 1) await tenant.referrer(`${round}_${index}`)
    await publish(tenant)
    await expect.poll(() => arrived(round)).toBe(5)
  }
  expect(arrived('hanging')).toBe(1)
  expect(receiver.mostAtOnce()).toBeLessThanOrEqual(AT_ONCE)
  const held = hanging as { writeHead(status: number): { end(): void } } | null
  held?.writeHead(204).end()
  expect(await running).toBe(null)
  expect(new Set(receiver.events.map((it) => it.id)).size).toBe(receiver.events.length)
})

test('a test is sent once, whatever comes of it', async () => {
  const receiver = await startReceiver(reject(410))
  const { tenant, webhook } = await givenReceiver(db, receiver, { types: ['user.created'] })
  await sendTest(tenant.ctx, tenant.id, webhook.id)
  expect(await run(tenant, webhook.id)).toBe(null)
  expect(await deliveriesOf(tenant, webhook)).toMatchObject([{ type: 'test', state: 'FAILED' }])
  expect(await readReceiver(tenant.ctx, tenant.id, webhook.id)).toMatchObject({ enabled: true })
})

test('events of a period are sent again by their state', async () => {
  const receiver = await startReceiver()
  const { tenant, webhook } = await givenReceiver(db, receiver, { types: ['user.created'] })
  const { ctx, id } = tenant
  const start = tenant.clock.now
  for (const account of ['ada', 'bob', 'cyd']) {
    await tenant.referrer(account)
    await publish(tenant)
    tenant.clock.now += 1000
  }
  await run(tenant, webhook.id)
  const again = (period: object) => resendPeriod(ctx, id, webhook.id, { from: start, ...period })
  expect(await again({})).toEqual({ count: 0 })
  expect(await again({ from: start + 1000, to: start + 1000, state: 'SUCCEEDED' })).toEqual({ count: 1 })
  await expect(again({ from: start + 1, to: start })).rejects.toMatchObject({ param: 'to' })
  await run(tenant, webhook.id)
  expect(receiver.events.map((it) => it.data.accountId).slice(3)).toEqual(['bob'])
})

test('a deleted receiver gets nothing more', async () => {
  const receiver = await startReceiver()
  const { tenant, webhook } = await givenReceiver(db, receiver)
  await tenant.referrer('ada')
  await publish(tenant)
  await removeReceiver(tenant.ctx, tenant.id, webhook.id)
  expect(await run(tenant, webhook.id)).toBe(null)
  expect(receiver.events).toEqual([])
})

test('the job of a receiver that does not exist does nothing', async () => {
  const tenant = await makeTestTenant(db, 'test_without_receivers')
  expect(await run(tenant, '019c13ec-9e00-7000-854b-b3ee23565fa4')).toBe(null)
})

test('I15: the answer of a receiver about a person is erased with the person', async () => {
  const receiver = await startReceiver((response, { data }) => {
    response.writeHead(200).end(`stored ${data.userId}, ${String(data.userId).toUpperCase()}@example.com`)
  })
  const { tenant, webhook } = await givenReceiver(db, receiver, { types: ['user.created'] })
  const { ctx, id } = tenant
  for (const user of ['erin', 'other']) {
    await tenant.track(user, 'server', tenant.identify(user, { email: `${user}@example.com` }))
  }
  await publish(tenant)
  await run(tenant, webhook.id)
  const responses = () =>
    db.owner.query<{ response: string | null }>(
      { name: '', text: 'select response from app.webhook_attempt where tenant_id = $1 order by response' },
      [id],
    )
  expect(JSON.stringify(await responses())).toContain('ERIN@example.com')
  await beginErasure(ctx, id, 'erin' as AccountId, 'erin' as UserId)
  const [erased] = await db.owner.query<{ user_id: UserKey }>(
    { name: '', text: 'select user_id from app.erasure where tenant_id = $1' },
    [id],
  )
  if (erased === undefined) throw new Error('the erasure is not stored')
  await carryOutErasure(ctx, id, erased.user_id, new AbortController().signal)
  expect(JSON.stringify(await responses()).toUpperCase()).not.toContain('ERIN')
  expect(await responses()).toMatchObject([
    { response: expect.stringContaining('other') },
    { response: null },
  ])
  const [delivery] = (await deliveriesOf(tenant, webhook)).toReversed()
  const logged = await readDelivery(ctx, id, String(delivery?.id))
  expect(JSON.stringify(logged)).not.toContain('erin')
})
