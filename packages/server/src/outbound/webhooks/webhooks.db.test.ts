import type { ReceiverId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { startTestService } from '../../testing/test-service.ts'
import { startReceiver } from '../../testing/webhooks/test-receiver.ts'
import { publishEvents } from '../publishing/publish-events.ts'
import { deliverEvents } from './deliver-events.ts'

const service = await startTestService()
const { call, live, test: testKeys, other, ctx } = service
const inTest = { alias: testKeys.alias, key: testKeys.apiKey }
const unknown = '019c13ec-9e00-7000-854b-b3ee23565fa4'

let made = 0
/** A URL where nothing listens. */
const newUrl = () => `http://127.0.0.1:1/${made++}`

const create = (body: object) => call('POST', '/webhooks', { ...inTest, body })

test('a receiver is created with a secret that is shown once, read, changed and deleted', async () => {
  const url = newUrl()
  const { status, body } = await create({
    url,
    types: ['user.created', 'user.created'],
    description: 'orders',
  })
  expect(status).toBe(201)
  const { secret, ...receiver } = body
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(receiver).toEqual({
    id: receiver.id,
    url,
    types: ['user.created'],
    description: 'orders',
    enabled: true,
    disabledReason: null,
    includePersonalData: false,
    dateCreated: service.clock.now,
    dateSecretRotated: null,
  })
  const path = `/webhooks/${String(receiver.id)}`
  expect((await call('GET', path, inTest)).body).toEqual(receiver)
  const list = await call('GET', '/webhooks', inTest)
  expect(list.body).toEqual({ count: 1, totalCount: 1, nextCursor: null, webhooks: [receiver] })
  const changed = await call('PUT', path, { ...inTest, body: { enabled: false, types: [], description: '' } })
  expect(changed.body).toEqual({
    ...receiver,
    types: [],
    description: null,
    enabled: false,
    disabledReason: 'MANUAL',
  })
  const rotated = await call('POST', `${path}/rotate`, inTest)
  expect(rotated.body.secret).not.toBe(secret)
  expect((await call('DELETE', path, inTest)).body).toMatchObject({ id: receiver.id })
  expect((await call('GET', path, inTest)).body).toMatchObject({ apiErrorCode: 'RECEIVER_NOT_FOUND' })
  expect(JSON.stringify((await call('GET', '/webhooks', inTest)).body)).not.toContain('whsec_')
})

test('an impossible receiver is refused, and nothing is stored', async () => {
  const before = await service.rows()
  const refused = async (alias: 'live' | 'test', url: unknown, more: object = {}) => {
    const keys = alias === 'live' ? live : testKeys
    const options = { alias: keys.alias, key: keys.apiKey, body: { url, ...more } }
    const { status, body } = await call('POST', '/webhooks', options)
    return `${status} ${body.apiErrorCode} ${body.param}`
  }
  const inside = [
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://localhost/',
    'https://no-such-host.example/',
    'http://93.184.216.34/',
    'https://93.184.216.34:22/',
    'https://user:password@93.184.216.34/',
    'ftp://93.184.216.34/',
    '//93.184.216.34/',
    'x',
    '',
    5,
  ]
  for (const url of inside) expect(await refused('live', url)).toBe('400 VALIDATION_FAILED url')
  for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://93.184.216.34:6379/']) {
    expect(await refused('test', url)).toBe('400 VALIDATION_FAILED url')
  }
  const url = 'https://93.184.216.34/'
  expect(await refused('live', url, { types: ['user.removed'] })).toMatch(/^400 VALIDATION_FAILED types/)
  expect(await refused('live', url, { enabled: 'yes' })).toBe('400 VALIDATION_FAILED enabled')
  expect(await service.rows()).toEqual(before)
})

test('a refused address is not named in the answer', async () => {
  const { body } = await create({ url: 'http://10.9.8.7/' })
  expect(body.message).not.toContain('10.9.8.7')
})

test('a URL has one receiver, and a tenant has twenty', async () => {
  const url = newUrl()
  await create({ url })
  expect((await create({ url })).body).toMatchObject({ apiErrorCode: 'RECEIVER_URL_TAKEN', param: 'url' })
  const another = await create({ url: newUrl() })
  const change = { ...inTest, body: { url } }
  const taken = await call('PUT', `/webhooks/${String(another.body.id)}`, change)
  expect(taken.body).toMatchObject({ apiErrorCode: 'RECEIVER_URL_TAKEN' })
  const statuses = []
  for (let index = 0; index < 20; index += 1) statuses.push((await create({ url: newUrl() })).status)
  expect(statuses.filter((it) => it === 201)).toHaveLength(18)
  expect((await create({ url: newUrl() })).body).toMatchObject({ apiErrorCode: 'TOO_MANY_RECEIVERS' })
  const { body } = await call('GET', '/webhooks?limit=100', inTest)
  for (const { id } of body.webhooks as { id: string }[]) await call('DELETE', `/webhooks/${id}`, inTest)
})

test('deliveries are listed with their attempts, read with request and response, and sent again', async () => {
  const receiver = await startReceiver()
  const { body } = await create({ url: receiver.url })
  const path = `/webhooks/${String(body.id)}`
  await call('POST', '/user', { ...inTest, body: { accountId: 'ada', id: 'ada', email: 'ada@example.com' } })
  const tested = await call('POST', `${path}/test`, inTest)
  expect(tested.body).toMatchObject({ type: 'test', state: 'PENDING', attempts: [] })
  const { signal } = new AbortController()
  await publishEvents(ctx, testKeys.alias, signal)
  await deliverEvents(ctx, testKeys.alias, String(body.id) as ReceiverId, { signal })
  const list = await call('GET', `${path}/deliveries?state=SUCCEEDED`, inTest)
  expect(list.body).toMatchObject({ count: 2, totalCount: 2, nextCursor: null })
  const deliveries = list.body.deliveries as { id: string; type: string; eventId: string }[]
  expect(deliveries.map((it) => it.type).sort()).toEqual(['test', 'user.created'])
  const [delivery] = deliveries
  const { body: ofEvent } = await call('GET', `${path}/deliveries?eventId=${delivery?.eventId}`, inTest)
  expect(ofEvent).toMatchObject({ count: 1, deliveries: [{ id: delivery?.id }] })
  const ofNone = await call('GET', `${path}/deliveries?eventId=none`, inTest)
  expect(ofNone.body).toEqual({ count: 0, totalCount: 0, nextCursor: null, deliveries: [] })
  const read = await call('GET', `/deliveries/${delivery?.id}`, inTest)
  expect(read.body).toMatchObject({ attempts: [{ status: 204, error: null, response: expect.any(String) }] })
  const resent = await call('POST', `/deliveries/${delivery?.id}/resend`, inTest)
  expect(resent.body).toMatchObject({ id: delivery?.id, state: 'PENDING' })
  const period = await call('POST', `${path}/resend`, { ...inTest, body: { from: 0, state: 'SUCCEEDED' } })
  expect(period.body).toEqual({ count: 1 })
  expect((await call('GET', `${path}/deliveries?state=SUCCEEDED`, inTest)).body).toMatchObject({ count: 0 })
  expect((await call('GET', `${path}/deliveries?state=LOST`, inTest)).status).toBe(400)
})

test('no other tenant or mode sees or changes a receiver or its deliveries', async () => {
  const { body } = await create({ url: newUrl() })
  const { body: delivery } = await call('POST', `/webhooks/${String(body.id)}/test`, inTest)
  const before = await service.rows()
  for (const { alias, apiKey: key } of [live, other]) {
    for (const id of [String(body.id), unknown, 'x', '..%2f..']) {
      const path = `/webhooks/${id}`
      const answers = [
        await call('GET', path, { alias, key }),
        await call('PUT', path, { alias, key, body: { enabled: false } }),
        await call('DELETE', path, { alias, key }),
        await call('POST', `${path}/rotate`, { alias, key }),
        await call('POST', `${path}/test`, { alias, key }),
        await call('GET', `${path}/deliveries`, { alias, key }),
        await call('POST', `${path}/resend`, { alias, key, body: { from: 0 } }),
      ]
      expect(answers.map((it) => it.body.apiErrorCode)).toEqual(Array(7).fill('RECEIVER_NOT_FOUND'))
    }
    for (const [method, path] of [
      ['GET', `/deliveries/${String(delivery.id)}`],
      ['POST', `/deliveries/${String(delivery.id)}/resend`],
    ] as const) {
      const answer = await call(method, path, { alias, key })
      expect(answer.body.apiErrorCode).toBe('DELIVERY_NOT_FOUND')
    }
    expect((await call('GET', '/webhooks', { alias, key })).body).toMatchObject({ count: 0 })
  }
  expect(await service.rows()).toEqual(before)
})

test('the scope admin is required', async () => {
  const { apiKey: key } = await service.newKey(['read', 'write', 'money'])
  for (const [method, path] of [
    ['GET', '/webhooks'],
    ['POST', '/webhooks'],
    ['GET', `/webhooks/${unknown}/deliveries`],
    ['POST', `/deliveries/${unknown}/resend`],
  ] as const) {
    const body = method === 'POST' && path === '/webhooks' ? { body: { url: 'https://93.184.216.34/' } } : {}
    expect((await call(method, path, { key, ...body })).status).toBe(403)
  }
})
