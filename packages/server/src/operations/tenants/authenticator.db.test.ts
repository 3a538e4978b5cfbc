import { beforeEach, expect, test } from 'vitest'
import { makeApiKey } from '../../platform/api-key.ts'
import { createIdGenerator } from '../../platform/id-generator.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { makeSecretKey } from '../../platform/secret-key.ts'
import type { Database } from '../../store/database.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import { createApiKey } from './create-api-key.ts'
import { type CreatedTenant, createTenant } from './create-tenant.ts'
import { OperatorError } from './operator-error.ts'
import { revokeApiKey } from './revoke-api-key.ts'

const { owner, service } = await createTestDatabase()
const HOUR = 3_600_000
const START = Date.UTC(2026, 10, 21, 12, 30)

let now: number
let queries: number
let authenticator: Authenticator
let tenant: CreatedTenant

const clock = { now: () => now }
const dependencies = {
  db: owner,
  clock,
  keys: createIdGenerator(),
  secretBox: createSecretBox(makeSecretKey()),
}
const counting: Database = {
  ...service,
  query: (it, values) => {
    queries += 1
    return service.query(it, values)
  },
}

let made = 0
beforeEach(async () => {
  now = START
  made += 1
  tenant = await createTenant(dependencies, { alias: `tenant_${made}` })
  authenticator = createAuthenticator(counting, clock)
  queries = 0
})

async function lastUsedAt(apiKey: string): Promise<number | null | undefined> {
  await authenticator.settled()
  const text = 'select last_used_at from api_key where last_four = $1 and tenant_id = $2'
  const [row] = await owner.query<{ last_used_at: number | null }>({ name: '', text }, [
    apiKey.slice(-4),
    tenant.live.alias,
  ])
  return row?.last_used_at
}

test('a revoked key stops working within 5 seconds, and the tenant’s other keys go on', async () => {
  const second = await createApiKey(dependencies, { alias: tenant.live.alias, scopes: ['write', 'read'] })
  expect(await authenticator.lookup(second.apiKey)).toMatchObject({ scopes: ['read', 'write'] })
  expect(await revokeApiKey(dependencies, second.keyId)).toEqual({
    alias: tenant.live.alias,
    keyId: second.keyId,
    dateRevoked: START,
  })
  now += 4999
  expect(await authenticator.lookup(second.apiKey)).toBeNull()
  expect(await authenticator.lookup(tenant.live.apiKey)).not.toBeNull()
})

test('revoking again changes nothing', async () => {
  const { keyId } = await createApiKey(dependencies, { alias: tenant.live.alias })
  const first = await revokeApiKey(dependencies, keyId)
  now += HOUR
  expect(await revokeApiKey(dependencies, keyId)).toEqual(first)
})

test('a key works until it expires, to the millisecond', async () => {
  const { apiKey } = await createApiKey(dependencies, { alias: tenant.live.alias, expiresAt: START + 1000 })
  now = START + 999
  expect(await authenticator.lookup(apiKey)).not.toBeNull()
  now = START + 1000
  expect(await authenticator.lookup(apiKey)).toBeNull()
})

test('a disabled tenant is as good as none, and so are its keys', async () => {
  expect(await authenticator.lookup(tenant.live.apiKey)).not.toBeNull()
  expect(await authenticator.findTenant(tenant.live.alias)).toEqual({
    tenantId: tenant.live.alias,
    mode: 'live',
  })
  const text = 'update tenant set disabled_at = $2 where id = $1'
  await owner.query({ name: '', text }, [tenant.live.alias, new Date(now).toISOString()])
  now += 4999
  expect(await authenticator.lookup(tenant.live.apiKey)).toBeNull()
  expect(await authenticator.findTenant(tenant.live.alias)).toBeNull()
  expect(await authenticator.findTenant(tenant.test.alias)).not.toBeNull()
})

test('a key that is used all the time is read once in a while', async () => {
  for (let call = 0; call < 20; call += 1) await authenticator.lookup(tenant.live.apiKey)
  await authenticator.settled()
  // One look-up and one stamp.
  expect(queries).toBe(2)
})

test('a text that cannot be a key or an alias never reaches the database', async () => {
  const mistyped = `${tenant.live.apiKey.slice(0, -1)}~`
  for (const text of ['', 'key', mistyped, tenant.live.signingKey]) {
    expect(await authenticator.lookup(text)).toBeNull()
  }
  for (const text of ['', 'a', 'ACME', '../acme']) expect(await authenticator.findTenant(text)).toBeNull()
  expect(queries).toBe(0)
})

test('an unknown key is asked for once', async () => {
  const unknown = makeApiKey('live')
  expect(await authenticator.lookup(unknown)).toBeNull()
  expect(await authenticator.lookup(unknown)).toBeNull()
  expect(queries).toBe(1)
})

test('the hour in which a key was last used is kept, once an hour', async () => {
  const { apiKey } = tenant.live
  expect(await lastUsedAt(apiKey)).toBeNull()
  await authenticator.lookup(apiKey)
  const hour = Date.UTC(2026, 10, 21, 12)
  expect(await lastUsedAt(apiKey)).toBe(hour)
  now += HOUR
  await authenticator.lookup(apiKey)
  expect(await lastUsedAt(apiKey)).toBe(hour + HOUR)
  now += 10_000
  queries = 0
  await authenticator.lookup(apiKey)
  await authenticator.settled()
  expect(queries).toBe(1)
})

test('a key cannot be made for an unknown tenant or for the past', async () => {
  await expect(createApiKey(dependencies, { alias: 'nobody' })).rejects.toThrow(OperatorError)
  const late = createApiKey(dependencies, { alias: tenant.live.alias, expiresAt: START })
  await expect(late).rejects.toThrow(OperatorError)
})

test('what is no key cannot be revoked', async () => {
  for (const keyId of ['', 'gw_live_x', '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f']) {
    await expect(revokeApiKey(dependencies, keyId)).rejects.toThrow(OperatorError)
  }
})
