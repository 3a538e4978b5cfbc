import { expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import type { WireAnswer } from '../../testing/requests/wire-rules.ts'
import { startTestService } from '../../testing/test-service.ts'
import { createTenant, type NamedKeys } from '../tenants/create-tenant.ts'

const HOUR = 3_600_000
/** Longer than a key is remembered. */
const CACHED_MS = 5000
const service = await startTestService()
const other = merchantAt(service.call, service.other)
let made = 0

/** A live tenant of its own, its merchant's server, and a server with another key. */
async function givenTenant() {
  made += 1
  const { live } = await createTenant(service.operator, { alias: `shop_${made}` })
  // IDs of two processes in one millisecond are in no order.
  service.clock.now += 1
  return { ...merchantAt(service.call, live), live, withKey: (apiKey: unknown) => serverWith(live, apiKey) }
}

function serverWith(live: NamedKeys, apiKey: unknown) {
  return merchantAt(service.call, { ...live, apiKey: String(apiKey) }).request
}

const outcomeOf = ({ status, body }: WireAnswer) => [status, body.apiErrorCode, body.param]

async function auditOf(alias: string): Promise<unknown> {
  const text =
    'select actor, action, subject, details from app.audit_entry where tenant_id = $1 order by sequence'
  return service.owner.query({ name: '', text }, [alias])
}

test('a key is created, works with its scopes, is listed without itself, rolled and revoked', async () => {
  const { live, requestOk, withKey } = await givenTenant()
  const dateExpires = service.clock.now + 100 * HOUR
  const wanted = { name: 'Shop server', scopes: ['write', 'read', 'read'], dateExpires }
  const { apiKey, ...created } = await requestOk('POST', '/api-keys', wanted)
  expect(apiKey).toMatch(/^gw_live_/)
  const { id } = created
  expect(created).toEqual({
    id: expect.any(String),
    name: 'Shop server',
    lastFour: String(apiKey).slice(-4),
    scopes: ['read', 'write'],
    dateCreated: service.clock.now,
    dateExpires,
    dateRevoked: null,
    dateLastUsed: null,
    replacedBy: null,
  })
  const shop = withKey(apiKey)
  expect((await shop('POST', '/user', { accountId: 'ada', id: 'u' })).status).toBe(200)
  expect(outcomeOf(await shop('GET', '/api-keys'))).toEqual([403, 'INSUFFICIENT_SCOPE', null])

  const rolled = await requestOk('POST', `/api-keys/${String(id)}/roll`, { overlapHours: 1 })
  expect(rolled).toMatchObject({ name: 'Shop server', scopes: ['read', 'write'], dateExpires })
  expect(rolled.rolled).toMatchObject({
    id,
    dateExpires: service.clock.now + HOUR,
    replacedBy: rolled.id,
  })
  expect((await shop('GET', '/users')).status).toBe(200)
  service.clock.now += HOUR
  expect((await shop('GET', '/users')).status).toBe(401)
  const successor = withKey(rolled.apiKey)
  expect((await successor('GET', '/users')).status).toBe(200)

  const path = `/api-keys/${String(rolled.id)}`
  const revoked = await requestOk('DELETE', path)
  expect(revoked).toMatchObject({ id: rolled.id, dateRevoked: service.clock.now })
  service.clock.now += CACHED_MS
  expect((await successor('GET', '/users')).status).toBe(401)
  expect(await requestOk('DELETE', path)).toMatchObject({ dateRevoked: revoked.dateRevoked })

  const first = await requestOk('GET', '/api-keys?limit=2')
  expect(first).toMatchObject({ count: 2, totalCount: 3, apiKeys: [{ id: rolled.id }, { id }] })
  const second = await requestOk('GET', `/api-keys?limit=2&cursor=${String(first.nextCursor)}`)
  expect(second).toMatchObject({
    nextCursor: null,
    apiKeys: [{ name: null, dateLastUsed: expect.any(Number) }],
  })
  expect(JSON.stringify([first, second])).not.toContain('gw_')

  const actor = `key ****${live.apiKey.slice(-4)}`
  expect(await auditOf(live.alias)).toMatchObject([
    { action: 'tenant.create' },
    { action: 'createApiKey', actor, details: { keyId: id, scopes: ['read', 'write'] } },
    { action: 'rollApiKey', actor, details: { keyId: rolled.id, rolled: { keyId: id } } },
    { action: 'revokeApiKey', actor, details: { keyId: rolled.id } },
    { action: 'revokeApiKey', actor, subject: rolled.id, details: { outcome: 'UNCHANGED' } },
  ])
})

test('a key gives no scope that it does not have, neither to a new key nor by rolling another one', async () => {
  const { requestOk, withKey } = await givenTenant()
  const scopes = ['read', 'write', 'admin']
  const { apiKey, id } = await requestOk('POST', '/api-keys', { name: 'Deployment', scopes })
  const money = await requestOk('POST', '/api-keys', { name: 'Billing', scopes: ['money'] })
  const deployment = withKey(apiKey)
  const before = await service.rows()
  for (const wanted of [['money'], ['read', 'money'], ['read', 'write', 'money', 'admin']]) {
    const refused = await deployment('POST', '/api-keys', { name: 'New', scopes: wanted })
    expect(outcomeOf(refused)).toEqual([403, 'INSUFFICIENT_SCOPE', null])
    expect(refused.body.message).toContain('"money"')
  }
  const roll = await deployment('POST', `/api-keys/${String(money.id)}/roll`, { overlapHours: 0 })
  expect(outcomeOf(roll)).toEqual([403, 'INSUFFICIENT_SCOPE', null])
  expect(await service.rows()).toEqual(before)
  // A key may give the scopes that it has, and may revoke a key that it could not create.
  expect((await deployment('POST', '/api-keys', { name: 'New', scopes })).status).toBe(201)
  expect((await deployment('POST', `/api-keys/${String(id)}/roll`, { overlapHours: 1 })).status).toBe(200)
  expect((await deployment('DELETE', `/api-keys/${String(money.id)}`)).status).toBe(200)
})

test('a key that expires creates no key that outlives it, and rolling prolongs none', async () => {
  const { requestOk, withKey } = await givenTenant()
  const dateExpires = service.clock.now + HOUR
  const wanted = { name: 'Contractor', scopes: ['read', 'admin'], dateExpires }
  const { apiKey, id } = await requestOk('POST', '/api-keys', wanted)
  const lasting = await requestOk('POST', '/api-keys', { name: 'Lasting', scopes: ['read'] })
  const contractor = withKey(apiKey)
  const before = await service.rows()
  for (const later of [undefined, null, dateExpires + 1]) {
    const refused = await contractor('POST', '/api-keys', { ...wanted, name: 'New', dateExpires: later })
    expect(outcomeOf(refused)).toEqual([400, 'VALIDATION_FAILED', 'dateExpires'])
    expect(refused.body.message).toContain(String(dateExpires))
  }
  expect(await service.rows()).toEqual(before)
  expect((await contractor('POST', '/api-keys', { ...wanted, name: 'As long' })).status).toBe(201)
  const rolled = await contractor('POST', `/api-keys/${String(lasting.id)}/roll`, { overlapHours: 1 })
  expect(rolled.body).toMatchObject({ name: 'Lasting', dateExpires })
  // Also by a caller that never expires: a new key of the same kind, not a longer one.
  expect(await requestOk('POST', `/api-keys/${String(id)}/roll`, { overlapHours: 0 })).toMatchObject({
    name: 'Contractor',
    dateExpires,
  })
})

test('a key of another tenant or mode is answered like one that does not exist', async () => {
  const { requestOk, live } = await givenTenant()
  const { id } = await requestOk('POST', '/api-keys', { name: 'Shop server', scopes: ['read'] })
  const unknown = '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f'
  const before = await service.rows()
  const answers = []
  for (const keyId of [String(id), unknown, 'x']) {
    const rolled = await other.request('POST', `/api-keys/${keyId}/roll`, { overlapHours: 0 })
    const revoked = await other.request('DELETE', `/api-keys/${keyId}`)
    expect([outcomeOf(rolled), outcomeOf(revoked)]).toEqual([
      [404, 'API_KEY_NOT_FOUND', 'keyId'],
      [404, 'API_KEY_NOT_FOUND', 'keyId'],
    ])
    answers.push([rolled.body.message, revoked.body.message])
  }
  expect(new Set(answers.map((it) => JSON.stringify(it))).size).toBe(1)
  expect(JSON.stringify(await other.requestOk('GET', '/api-keys'))).not.toContain(String(id))
  expect(await service.rows()).toEqual(before)
  expect(await requestOk('GET', '/api-keys')).toMatchObject({ apiKeys: [{ id, dateRevoked: null }, {}] })
  expect(live.alias).not.toBe(service.other.alias)
})

test('a working key has a name of its own; rolled again, or twice at once, it has one successor', async () => {
  const { requestOk, request } = await givenTenant()
  const wanted = { name: 'Shop server', scopes: ['read'] }
  const creations = await Promise.all([1, 2, 3].map(() => request('POST', '/api-keys', wanted)))
  expect(creations.map((it) => it.status).sort()).toEqual([201, 409, 409])
  const { id } = creations.find((it) => it.status === 201)?.body ?? {}
  expect(outcomeOf(await request('POST', '/api-keys', wanted))).toEqual([409, 'API_KEY_NAME_TAKEN', 'name'])
  const roll = () => request('POST', `/api-keys/${String(id)}/roll`, { overlapHours: 1 })
  const rolls = await Promise.all([roll(), roll(), roll()])
  expect(rolls.map((it) => it.status).sort()).toEqual([200, 409, 409])
  expect(outcomeOf(await roll())).toEqual([409, 'API_KEY_ENDED', 'keyId'])
  expect(await requestOk('GET', '/api-keys')).toMatchObject({ totalCount: 3 })
  const successor = rolls.find((it) => it.status === 200)?.body
  await requestOk('DELETE', `/api-keys/${String(successor?.id)}`)
  await requestOk('DELETE', `/api-keys/${String(id)}`)
  expect(outcomeOf(await roll())).toEqual([409, 'API_KEY_ENDED', 'keyId'])
  // The name is free again.
  expect(await requestOk('POST', '/api-keys', wanted)).toMatchObject({ name: 'Shop server' })
})

test('the last key with the scope admin is revoked by the operator, not by a key', async () => {
  const { requestOk, request, withKey } = await givenTenant()
  const [own] = (await requestOk('GET', '/api-keys')).apiKeys as [{ id: string }]
  const revokeOwn = () => request('DELETE', `/api-keys/${own.id}`)
  expect(outcomeOf(await revokeOwn())).toEqual([409, 'LAST_ADMIN_KEY', 'keyId'])
  const soon = { dateExpires: service.clock.now + HOUR }
  const second = await requestOk('POST', '/api-keys', { name: 'Second', scopes: ['admin'], ...soon })
  // Each revokes the other: one of them stays.
  const revocations = await Promise.all([
    revokeOwn(),
    withKey(second.apiKey)('DELETE', `/api-keys/${String(second.id)}`),
  ])
  expect(revocations.map((it) => it.status).sort()).toEqual([200, 409])
})

test.each([
  [{ scopes: ['read'] }, 'name'],
  [{ name: '', scopes: ['read'] }, 'name'],
  [{ name: 'a\nb', scopes: ['read'] }, 'name'],
  [{ name: 'New', scopes: [] }, 'scopes'],
  [{ name: 'New', scopes: ['root'] }, 'scopes.0'],
  [{ name: 'New', scopes: ['read'], dateExpires: 1 }, 'dateExpires'],
])('a key %o is refused, naming %s', async (body, param) => {
  const before = await service.rows()
  const answer = await service.call('POST', '/api-keys', { body })
  expect(outcomeOf(answer)).toEqual([400, 'VALIDATION_FAILED', param])
  expect(await service.rows()).toEqual(before)
})

test('a tenant has at most 100 working keys; rolled keys count, unless they end at once', async () => {
  const { requestOk, request } = await givenTenant()
  const keys = []
  for (let index = 1; index < 100; index += 1) {
    keys.push(await requestOk('POST', '/api-keys', { name: `Key ${index}`, scopes: ['read'] }))
  }
  const [key] = keys
  const path = `/api-keys/${String(key?.id)}`
  const tooMany = [409, 'TOO_MANY_API_KEYS', null]
  expect(outcomeOf(await request('POST', '/api-keys', { name: 'More', scopes: ['read'] }))).toEqual(tooMany)
  expect(outcomeOf(await request('POST', `${path}/roll`, { overlapHours: 1 }))).toEqual(tooMany)
  expect((await request('POST', `${path}/roll`, { overlapHours: 0 })).status).toBe(200)
})
