import type { TenantId } from '@goodword/domain/values/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSecretBox } from '../../engine/secrets/secret-box.ts'
import { makeSecretKey } from '../../engine/secrets/secret-key.ts'
import type { Context } from '../../frame/context.ts'
import { findKeyHolder } from '../../frame/tenants/find-caller.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { liveSigningKeys } from '../../referring/identification/verify-identity.ts'
import { textsOf } from '../../testing/sign.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { type CreatedTenant, createTenant } from '../tenants/create-tenant.ts'
import { createApiKey } from './create-api-key.ts'
import { listKeys } from './list-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rollApiKey } from './roll-api-key.ts'
import { rollSigningKey } from './roll-signing-key.ts'

const { owner, service } = await createTestDatabase()
const HOUR = 3_600_000
const START = Date.UTC(2026, 10, 21, 12, 30)

let now: number
let tenant: CreatedTenant
let ctx: Context
let alias: TenantId

const clock = { now: () => now }
const secretBox = createSecretBox(makeSecretKey())
const operator = testContext(owner, clock, { secretBox })

let made = 0
beforeEach(async () => {
  now = START
  made += 1
  tenant = await createTenant(operator, { alias: `tenant_${made}` })
  alias = tenant.live.alias
  ctx = testContext(service, clock, { secretBox })
})

const liveKeys = async (tenantId: TenantId) => textsOf(await liveSigningKeys(ctx, tenantId))
const works = async (apiKey: string) => (await findKeyHolder(ctx, apiKey)) !== null

describe('an API key that is rolled', () => {
  test('an API key that is rolled has a successor with its scopes, and works until the overlap is over', async () => {
    const old = await createApiKey(operator, { alias, scopes: ['read', 'money'] })
    const rolled = await rollApiKey(operator, old.keyId, 2 * HOUR)
    expect(rolled).toEqual({
      alias,
      keyId: expect.not.stringMatching(old.keyId),
      apiKey: expect.stringMatching(/^gw_live_/),
      scopes: ['read', 'money'],
      rolled: { keyId: old.keyId, expiresAt: START + 2 * HOUR },
    })
    expect(await findKeyHolder(ctx, rolled.apiKey)).toMatchObject({ scopes: ['read', 'money'] })
    now = START + 2 * HOUR - 1
    expect(await works(old.apiKey)).toBe(true)
    now += 1
    expect([await works(old.apiKey), await works(rolled.apiKey)]).toEqual([false, true])
    expect(await works(tenant.live.apiKey)).toBe(true)
  })

  test('an API key that is rolled without an overlap works no more within 5 seconds', async () => {
    const old = await createApiKey(operator, { alias })
    expect(await works(old.apiKey)).toBe(true)
    const { apiKey, rolled } = await rollApiKey(operator, old.keyId, 0)
    expect(rolled.expiresAt).toBe(START)
    now += 4999
    expect([await works(old.apiKey), await works(apiKey)]).toEqual([false, true])
  })

  test('an API key that is rolled keeps an end that comes before the overlap’s', async () => {
    const { keyId } = await createApiKey(operator, { alias, expiresAt: START + HOUR })
    expect(await rollApiKey(operator, keyId, 24 * HOUR)).toMatchObject({
      rolled: { expiresAt: START + HOUR },
    })
  })

  test('an API key that is rolled stays in its mode', async () => {
    const { keyId } = await createApiKey(operator, { alias: tenant.test.alias })
    const { apiKey } = await rollApiKey(operator, keyId, 0)
    expect(await findKeyHolder(ctx, apiKey)).toMatchObject({ tenantId: tenant.test.alias, mode: 'test' })
  })

  test('an API key that is unknown, revoked or expired cannot be rolled, and no key is made', async () => {
    const revoked = await createApiKey(operator, { alias })
    await revokeApiKey(operator, revoked.keyId)
    const expired = await createApiKey(operator, { alias, expiresAt: START + 1 })
    now = START + 1
    const before = await listKeys(operator, alias)
    const unknown = ['', 'x', tenant.live.apiKey, '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f']
    for (const keyId of [...unknown, revoked.keyId, expired.keyId]) {
      await expect(rollApiKey(operator, keyId, HOUR)).rejects.toThrow(OperatorError)
    }
    expect(await listKeys(operator, alias)).toEqual(before)
  })
})

describe('a signing key that is rolled', () => {
  test('a signing key that is rolled goes on beside the new one until the overlap is over', async () => {
    expect(await liveKeys(alias)).toEqual([tenant.live.signingKey])
    const { signingKey, rolled } = await rollSigningKey(operator, alias, HOUR)
    expect(signingKey).toMatch(/^gw_sign_/)
    expect(rolled?.expiresAt).toBe(START + HOUR)
    now = START + HOUR - 1
    expect(await liveKeys(alias)).toEqual([signingKey, tenant.live.signingKey])
    now += 1
    expect(await liveKeys(alias)).toEqual([signingKey])
    expect(await liveKeys(tenant.test.alias)).toEqual([tenant.test.signingKey])
  })

  test('a signing key that is rolled without an overlap ends within 5 seconds', async () => {
    expect(await liveKeys(alias)).toHaveLength(1)
    const { signingKey } = await rollSigningKey(operator, alias, 0)
    now += 4999
    expect(await liveKeys(alias)).toEqual([signingKey])
  })

  test('a second roll ends the signing key that was rolled before: never more than two are live', async () => {
    const second = await rollSigningKey(operator, alias, 24 * HOUR)
    now += 1000
    const third = await rollSigningKey(operator, alias, 24 * HOUR)
    expect(third.rolled?.keyId).toBe(second.keyId)
    now += 4999
    expect(await liveKeys(alias)).toEqual([third.signingKey, second.signingKey])
  })

  test('a signing key that is rolled by many at once leaves two', async () => {
    const attempts = Array.from({ length: 5 }, () => rollSigningKey(operator, alias, HOUR))
    await Promise.all(attempts)
    now += 4999
    expect(await liveKeys(alias)).toHaveLength(2)
  })

  test('a signing key that is rolled belongs to a tenant that there is', async () => {
    for (const unknown of ['nobody', '', 'ACME']) {
      await expect(rollSigningKey(operator, unknown, HOUR)).rejects.toThrow(OperatorError)
    }
  })
})

test('a list of keys shows which they are and when they end, and never a key', async () => {
  const { keyId } = await createApiKey(operator, { alias, scopes: ['read'] })
  const rolled = await rollApiKey(operator, keyId, HOUR)
  await rollSigningKey(operator, alias, HOUR)
  const list = await listKeys(operator, alias)
  expect(list.keys).toContainEqual({
    keyId,
    name: null,
    lastFour: expect.stringMatching(/^\w{4}$/),
    scopes: ['read'],
    dateCreated: START,
    dateExpires: START + HOUR,
    dateRevoked: null,
    dateLastUsed: null,
  })
  expect(list.keys.map((it) => it.keyId)).toContain(rolled.keyId)
  expect(list.keys).toHaveLength(3)
  expect(list.signingKeys.map((it) => it.dateExpires)).toEqual([null, START + HOUR])
  expect(JSON.stringify(list)).not.toMatch(/gw_/)
  await expect(listKeys(operator, 'nobody')).rejects.toThrow(OperatorError)
})
