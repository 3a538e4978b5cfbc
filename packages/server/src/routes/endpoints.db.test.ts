import { allEndpoints } from '@goodword/contract/all-endpoints'
import { type Endpoint, idempotencyOf } from '@goodword/contract/frame/endpoint'
import { scopes } from '@goodword/domain/staff/scope'
import { describe, expect, test } from 'vitest'
import { revokeApiKey } from '../administration/keys/revoke-api-key.ts'
import { makeApiKey } from '../engine/secrets/api-key.ts'
import { startTestService } from '../testing/test-service.ts'

const service = await startTestService()
const { live, other, test: testMode } = service
// A user has the code that the paths below name.
const owner = { accountId: 'example', id: 'example', referralCode: 'EXAMPLE1' }
await service.call('POST', '/user', { body: owner })

/** The endpoint's own example, at each of its addresses. */
function callsOf(endpoint: Endpoint) {
  const { method, path, aliases = [], body, upload, example } = endpoint
  return [path, ...aliases].map((it) => ({
    method,
    path: it.replaceAll(/\{\w+\}/g, 'EXAMPLE1') + queryOf(endpoint),
    headers: {
      ...(idempotencyOf(endpoint) === 'required' ? { 'idempotency-key': 'example' } : {}),
      ...(upload === undefined ? {} : { 'content-type': upload[0] ?? '' }),
    },
    ...(body === null && upload === undefined ? {} : { body: example.body }),
  }))
}

function queryOf({ example: { query } }: Endpoint): string {
  return query === undefined ? '' : `?${new URLSearchParams(query)}`
}

const calls = allEndpoints.flatMap((endpoint) =>
  callsOf(endpoint).map((call) => [`${call.method} ${call.path}`, endpoint, call] as const),
)
const withKey = calls.filter(([, { scope }]) => scope !== null)
const ofMerchant = calls.filter(([, { belongsTo }]) => belongsTo === 'merchant')
const ofProgram = withKey.filter(([, { belongsTo }]) => belongsTo !== 'merchant')
const open = calls.filter(([, { scope }]) => scope === null)

const revoked = await service.newKey(scopes)
await revokeApiKey(service.operator, revoked.keyId)

/** Keys of other tenants, and revoked keys. */
const badCallers = [
  { key: null },
  { key: testMode.apiKey },
  { key: other.apiKey },
  { key: live.signingKey },
  { key: revoked.apiKey },
  { key: makeApiKey('live') },
  { key: `${live.apiKey.slice(0, -1)}_` },
  { key: live.apiKey, alias: testMode.alias },
  { key: live.apiKey, alias: other.alias },
  { key: live.apiKey, alias: 'nobody' },
]

describe('every endpoint', () => {
  test.each(calls)('%s answers its example by the contract', async (_, __, { method, path, ...options }) => {
    expect((await service.call(method, path, options)).status).toBeLessThan(500)
  })

  test.each(withKey)('%s without a key, or with one of another tenant, is 401', async (_, __, call) => {
    const { method, path, ...options } = call
    const before = await service.rows()
    for (const caller of badCallers) {
      const { body } = await service.call(method, path, { ...options, ...caller })
      expect(body).toMatchObject({ statusCode: 401, apiErrorCode: 'UNAUTHORIZED' })
    }
    expect(await service.rows()).toEqual(before)
  })

  test.each(ofMerchant)('%s takes no key, whatever its scopes', async (_, __, call) => {
    const { method, path, ...options } = call
    const before = await service.rows()
    for (const { alias, apiKey: key } of [live, testMode]) {
      const { body } = await service.call(method, path, { ...options, alias, key })
      expect(body).toMatchObject({ statusCode: 403, apiErrorCode: 'KEY_NOT_ALLOWED' })
    }
    expect(await service.rows()).toEqual(before)
  })

  test.each(ofProgram)(
    '%s with all scopes but its own is 403, with its own alone it is not',
    async (_, endpoint, call) => {
      const { method, path, ...options } = call
      const { apiKey: without } = await service.newKey(scopes.filter((it) => it !== endpoint.scope))
      const before = await service.rows()
      const refused = await service.call(method, path, { ...options, key: without })
      expect(refused.body).toMatchObject({ statusCode: 403, apiErrorCode: 'INSUFFICIENT_SCOPE' })
      expect(await service.rows()).toEqual(before)
      // A key gives another key no scope that it does not have.
      const given: readonly unknown[] = Object(call.body).scopes ?? []
      const own = scopes.filter((it) => it === endpoint.scope || given.includes(it))
      const { apiKey: only } = await service.newKey(own)
      expect([401, 403]).not.toContain((await service.call(method, path, { ...options, key: only })).status)
    },
  )

  test.each(withKey)(
    '%s asks for the key before it looks at the request',
    async (_, { body }, { method, path }) => {
      const broken = body === null ? {} : { body: '{' }
      expect(
        (await service.call(method, `${path.split('?')[0]}?limit=x`, { ...broken, key: null })).status,
      ).toBe(401)
    },
  )

  test.each(open)(
    '%s takes no key, and is 404 for an unknown program',
    async (_, { refusals }, { method, path, ...options }) => {
      const answer = await service.call(method, path, options)
      // Some take a signature, or are for a setting of the program.
      const own = [undefined, ...refusals]
      expect(own).toContain(answer.body.apiErrorCode)
      const { body } = await service.call(method, path, { ...options, alias: 'nobody' })
      expect(body).toMatchObject({ statusCode: 404, apiErrorCode: 'TENANT_NOT_FOUND' })
    },
  )
})
