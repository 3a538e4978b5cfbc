import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createApiKey } from '../../administration/keys/create-api-key.ts'
import { revokeApiKey } from '../../administration/keys/revoke-api-key.ts'
import { type CreatedTenant, createTenant } from '../../administration/tenants/create-tenant.ts'
import type { Database } from '../../engine/driver/database.ts'
import { makeApiKey } from '../../engine/secrets/api-key.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import type { Context } from '../context.ts'
import { findEnabledTenant, findKeyHolder, keyUsesWritten } from './find-caller.ts'
import { OperatorError } from './operator-error.ts'

const { owner, service } = await createTestDatabase()
const HOUR = 3_600_000
/** The service opens this many connections in a test. */
const CONNECTIONS = 4
const START = Date.UTC(2026, 10, 21, 12, 30)

let now: number
let queries: number
/** The outage that transactions wait for before they begin. */
let outage: Promise<void>
let ctx: Context
let tenant: CreatedTenant

const clock = { now: () => now }
const operator = testContext(owner, clock)
const counting: Database = {
  ...service,
  query: (it, values) => {
    queries += 1
    return service.query(it, values)
  },
  connected: async (work) => {
    queries += 1
    await outage
    return service.connected(work)
  },
}

let made = 0
beforeEach(async () => {
  now = START
  made += 1
  tenant = await createTenant(operator, { alias: `tenant_${made}` })
  ctx = testContext(counting, clock)
  queries = 0
  outage = Promise.resolve()
})

async function lastUsedAt(apiKey: string): Promise<number | null | undefined> {
  await keyUsesWritten(ctx)
  const text = 'select last_used_at from api_key where last_four = $1 and tenant_id = $2'
  const [row] = await owner.query<{ last_used_at: number | null }>({ name: '', text }, [
    apiKey.slice(-4),
    tenant.live.alias,
  ])
  return row?.last_used_at
}

test('a revoked key stops working within 5 seconds, and the tenant’s other keys go on', async () => {
  const second = await createApiKey(operator, { alias: tenant.live.alias, scopes: ['write', 'read'] })
  expect(await findKeyHolder(ctx, second.apiKey)).toMatchObject({ scopes: ['read', 'write'] })
  expect(await revokeApiKey(operator, second.keyId)).toEqual({
    alias: tenant.live.alias,
    keyId: second.keyId,
    dateRevoked: START,
  })
  now += 4999
  expect(await findKeyHolder(ctx, second.apiKey)).toBeNull()
  expect(await findKeyHolder(ctx, tenant.live.apiKey)).not.toBeNull()
})

test('revoking again changes nothing', async () => {
  const { keyId } = await createApiKey(operator, { alias: tenant.live.alias })
  const first = await revokeApiKey(operator, keyId)
  now += HOUR
  expect(await revokeApiKey(operator, keyId)).toEqual(first)
})

test('a key works until it expires, to the millisecond', async () => {
  const { apiKey } = await createApiKey(operator, { alias: tenant.live.alias, expiresAt: START + 1000 })
  now = START + 999
  expect(await findKeyHolder(ctx, apiKey)).not.toBeNull()
  now = START + 1000
  expect(await findKeyHolder(ctx, apiKey)).toBeNull()
})

test('a disabled tenant is as good as none, and so are its keys', async () => {
  expect(await findKeyHolder(ctx, tenant.live.apiKey)).not.toBeNull()
  expect(await findEnabledTenant(ctx, tenant.live.alias)).toEqual({
    tenantId: tenant.live.alias,
    merchantId: expect.any(String),
    mode: 'live',
  })
  const text = 'update tenant set disabled_at = $2 where id = $1'
  await owner.query({ name: '', text }, [tenant.live.alias, new Date(now).toISOString()])
  now += 4999
  expect(await findKeyHolder(ctx, tenant.live.apiKey)).toBeNull()
  expect(await findEnabledTenant(ctx, tenant.live.alias)).toBeNull()
  expect(await findEnabledTenant(ctx, tenant.test.alias)).not.toBeNull()
})

test('a key that is used all the time is read once in a while', async () => {
  for (let call = 0; call < 20; call += 1) await findKeyHolder(ctx, tenant.live.apiKey)
  await keyUsesWritten(ctx)
  // One look-up and one stamp.
  expect(queries).toBe(2)
})

test('a text that cannot be a key or an alias never reaches the database', async () => {
  const mistyped = `${tenant.live.apiKey.slice(0, -1)}~`
  for (const text of ['', 'key', mistyped, tenant.live.signingKey]) {
    expect(await findKeyHolder(ctx, text)).toBeNull()
  }
  for (const text of ['', 'a', 'ACME', '../acme']) expect(await findEnabledTenant(ctx, text)).toBeNull()
  expect(queries).toBe(0)
})

test('an unknown key is asked for once', async () => {
  const unknown = makeApiKey('live')
  expect(await findKeyHolder(ctx, unknown)).toBeNull()
  expect(await findKeyHolder(ctx, unknown)).toBeNull()
  expect(queries).toBe(1)
})

test('the hour in which a key was last used is kept, once an hour', async () => {
  const { apiKey } = tenant.live
  expect(await lastUsedAt(apiKey)).toBeNull()
  await findKeyHolder(ctx, apiKey)
  const hour = Date.UTC(2026, 10, 21, 12)
  expect(await lastUsedAt(apiKey)).toBe(hour)
  now += HOUR
  await findKeyHolder(ctx, apiKey)
  expect(await lastUsedAt(apiKey)).toBe(hour + HOUR)
  now += 10_000
  queries = 0
  await findKeyHolder(ctx, apiKey)
  await keyUsesWritten(ctx)
  expect(queries).toBe(1)
})

test('uses of many keys that cannot be written hold one connection at most, and are written later', async () => {
  const others = await Promise.all(
    Array.from({ length: 2 * CONNECTIONS }, (_, index) =>
      createTenant(operator, { alias: `waiting_${made}_${index}` }),
    ),
  )
  const keys = others.map((it) => it.live.apiKey)
  const use = () => Promise.all(keys.map((it) => findKeyHolder(ctx, it)))
  const locked = await owner.pool.connect()
  onTestFinished(async () => {
    await locked.query('rollback')
    locked.release()
  })
  await locked.query('begin')
  // Reads go on.
  await locked.query('lock table app.api_key in exclusive mode')
  for (let round = 0; round < 3; round += 1) {
    expect(await use()).not.toContain(null)
    expect(service.pool.totalCount - service.pool.idleCount).toBeLessThanOrEqual(1)
    now += 10_000
  }
  await locked.query('commit')
  await keyUsesWritten(ctx)
  await use()
  await keyUsesWritten(ctx)
  const text = `select from api_key where tenant_id like 'waiting!_%' escape '!' and last_used_at is not null`
  expect(await owner.query({ name: '', text }, [])).toHaveLength(keys.length)
})

test('after a use that could not be written, the others are not tried before their keys are read again', async () => {
  const keys = [tenant.live.apiKey, tenant.test.apiKey]
  const use = () => Promise.all(keys.map((it) => findKeyHolder(ctx, it)))
  const { promise, reject } = Promise.withResolvers<void>()
  outage = promise
  await use()
  reject(new Error('no connection'))
  await keyUsesWritten(ctx)
  // Two look-ups and one stamp.
  expect(queries).toBe(3)
  outage = Promise.resolve()
  now += 10_000
  await use()
  expect(await lastUsedAt(tenant.live.apiKey)).toBe(Date.UTC(2026, 10, 21, 12))
  expect(queries).toBe(7)
})

test('a key cannot be made for an unknown tenant or for the past', async () => {
  await expect(createApiKey(operator, { alias: 'nobody' })).rejects.toThrow(OperatorError)
  const late = createApiKey(operator, { alias: tenant.live.alias, expiresAt: START })
  await expect(late).rejects.toThrow(OperatorError)
})

test('a text that is no key cannot be revoked', async () => {
  for (const keyId of ['', 'gw_live_x', '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f']) {
    await expect(revokeApiKey(operator, keyId)).rejects.toThrow(OperatorError)
  }
})
