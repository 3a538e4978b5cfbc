import { describe, expect, test } from 'vitest'
import { revokeApiKey } from '../../../administration/keys/revoke-api-key.ts'
import { makeApiKey } from '../../../engine/secrets/api-key.ts'
import type { WireAnswer } from '../../../testing/requests/wire-rules.ts'
import { basic, startTestService } from '../../../testing/test-service.ts'
import { Context } from '../../context.ts'

const service = await startTestService()
const { live, other, test: testMode, clock } = service
const { apiKey } = live

const read = (authorization: string | null, alias: string = live.alias) =>
  service.call('GET', '/referrals', {
    alias,
    key: null,
    headers: authorization === null ? {} : { authorization },
  })

/** The parts of an answer that can inform a caller: all but the request’s own ID and the time. */
function learnt({ status, headers, body }: WireAnswer): unknown {
  const { 'x-request-id': _requestId, date: _date, ...rest } = headers
  return { status, headers: rest, body: { ...body, requestId: null } }
}

describe('the right key', () => {
  test.each([
    ['as the user name', `${apiKey}:`],
    ['as the password', `:${apiKey}`],
    ['as the password of any user', `ApiKey:${apiKey}`],
    ['as both', `${apiKey}:${apiKey}`],
  ])('a key opens its own tenant %s', async (_, credentials) => {
    expect((await read(basic(credentials))).status).toBe(200)
    expect((await read(basic(credentials).replace('Basic', 'basic'))).status).toBe(200)
  })

  test('a key opens its own tenant in both modes, and for each merchant', async () => {
    for (const { alias, apiKey: key } of [live, testMode, other]) {
      expect((await read(basic(`${key}:`), alias)).status).toBe(200)
    }
  })
})

describe('wrong credentials', async () => {
  const expected = learnt(await read(null))

  test('a request without a key gets a 401 that asks for Basic', async () => {
    const { status, headers, body } = await read(null)
    expect([status, body.apiErrorCode, body.param]).toEqual([401, 'UNAUTHORIZED', null])
    expect(headers['www-authenticate']).toMatch(/^Basic /)
  })

  test.each([
    ['', live.alias],
    ['Basic', live.alias],
    ['Basic !!!', live.alias],
    [`Bearer ${apiKey}`, live.alias],
    [apiKey, live.alias],
    [basic(apiKey), live.alias],
    [basic(':'), live.alias],
    [basic(`${apiKey}:wrong`), live.alias],
    [basic(`${apiKey.slice(0, -1)}_:`), live.alias],
    [basic(`${apiKey.toUpperCase()}:`), live.alias],
    [basic(` ${apiKey}:`), live.alias],
    [basic(`${makeApiKey('live')}:`), live.alias],
    [basic(`${live.signingKey}:`), live.alias],
    [basic(`${testMode.apiKey}:`), live.alias],
    [basic(`${other.apiKey}:`), live.alias],
    [basic(`${apiKey}:`), testMode.alias],
    [basic(`${apiKey}:`), other.alias],
    [basic(`${apiKey}:`), 'nobody'],
    [basic(`${apiKey}:`), 'ACME'],
    [basic(`${apiKey}:`), '__proto__'],
    [basic(`${apiKey}:`), '%00'],
    [basic(`${apiKey}:`), 'acme%20'],
    [basic(`${apiKey}\u0000:`), live.alias],
  ])('the credentials %s at %s get one and the same 401', async (authorization, alias) => {
    expect(learnt(await read(authorization, alias))).toEqual(expected)
  })

  test('a key in the query string is never read', async () => {
    for (const name of ['apiKey', 'api_key', 'key', 'token', 'authorization']) {
      const answer = await service.call('GET', `/referrals?${name}=${apiKey}`, { key: null })
      expect(learnt(answer)).toEqual(expected)
    }
  })

  test('a revoked key gets one and the same 401 within five seconds', async () => {
    const { apiKey: key, keyId } = await service.newKey(['read'])
    expect((await read(basic(`${key}:`))).status).toBe(200)
    await revokeApiKey(new Context({ ...service.operator, clock: { now: () => clock.now } }), keyId)
    clock.now += 5000
    expect(learnt(await read(basic(`${key}:`)))).toEqual(expected)
    expect((await read(basic(`${apiKey}:`))).status).toBe(200)
  })

  test('a disabled tenant gets one and the same 401', async () => {
    const setDisabled = async (at: string | null) => {
      const text = 'update app.tenant set disabled_at = $2 where id = $1'
      await service.owner.query({ name: '', text }, [other.alias, at])
      clock.now += 5000
    }
    await setDisabled(new Date(clock.now).toISOString())
    expect(learnt(await read(basic(`${other.apiKey}:`), other.alias))).toEqual(expected)
    await setDisabled(null)
    expect((await read(basic(`${other.apiKey}:`), other.alias)).status).toBe(200)
  })
})
