import { describe, expect, test } from 'vitest'
import { basic, startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, other, test: testMode } = service
const code = await service.addUser('alice', { email: 'alice@example.com', first_name: 'Alice' })

const identify = (body: unknown, options = {}) => service.call('POST', '/open/identify', { body, ...options })
const accountOf = async (id: string) => (await service.call('GET', `/account/${id}`)).body
const userOf = async (id: string) => (await service.call('GET', `/account/${id}/user/${id}_user`)).body
const someone = { account_id: 'someone', user_id: 'someone_user' }

describe('an unsigned call', () => {
  test('an unsigned call fills what is empty and overwrites nothing', async () => {
    await service.addUser('bob', { first_name: 'Bob' })
    await service.addUser('bob', { email: 'bob@example.com', first_name: 'Eve', last_name: 'Lee' })
    await service.addUser('bob', { email: 'eve@example.com', first_name: 'Eve', last_name: 'Evil' })
    await service.addUser('bob', { email: null, first_name: null, last_name: null })
    expect(await userOf('bob')).toMatchObject({
      email: 'bob@example.com',
      firstName: 'Bob',
      lastName: 'Lee',
    })
  })

  test('an unsigned call gets the same response for every outcome, and reads nothing', async () => {
    await service.addUser('referred', { referral_code: code })
    await service.addUser('closed', { account_status: 'PAID' })
    const ids = ['alice', 'referred', 'closed', 'fresh']
    const shapes = new Set<string>()
    for (const id of ids) {
      for (const fields of [
        {},
        { referral_code: code },
        { referral_code: unknownCode() },
        { referral_code: '<>' },
        { cookie_referral_code: code, account_status: 'PAID' },
        { payment_provider_id: 'cus_x', email: 'else@example.com' },
      ]) {
        const { status, headers, body } = await identify({ account_id: id, user_id: `${id}_user`, ...fields })
        expect(Object.keys(body)).toEqual(['accountId', 'userId', 'referralCode', 'shareLinks'])
        expect(JSON.stringify(body)).not.toMatch(/example\.com"|Alice|cus_|PAID/)
        shapes.add(JSON.stringify([status, Object.keys(headers), String(body.referralCode).length]))
      }
    }
    expect(shapes.size).toBe(1)
  })

  test('an unsigned call only claims a processor customer: it is not shown, not taken from another account, and a server can override it', async () => {
    const claim = { payment_provider_id: 'cus_shared' }
    for (const id of ['first', 'second']) await service.addUser(id, claim)
    await service.addUser('first', { payment_provider_id: 'cus_else' })
    expect(await accountOf('first')).toMatchObject({ paymentProviderId: null })
    const body = { id: 'third', paymentProviderId: 'cus_shared' }
    const bound = await service.call('POST', '/accountsync', { body })
    expect(bound.body).toMatchObject({ paymentProviderId: 'cus_shared' })
    await service.addUser('third', { payment_provider_id: 'cus_evil' })
    expect(await accountOf('third')).toMatchObject({ paymentProviderId: 'cus_shared' })
  })

  test('an unsigned call has no use for an API key, nor does one change what it may', async () => {
    for (const key of [live.apiKey, other.apiKey, 'nonsense']) {
      const headers = { authorization: basic(`${key}:`) }
      const answer = await identify({ ...someone, first_name: key }, { headers })
      expect(answer.status).toBe(200)
    }
    expect(await userOf('someone')).toMatchObject({ firstName: live.apiKey })
  })

  test('an unsigned call knows its own program alone', async () => {
    for (const { alias, apiKey } of [testMode, other]) {
      await identify({ ...someone, account_id: 'apart', referral_code: code }, { alias })
      const there = await service.call('GET', '/account/apart', { alias, key: apiKey })
      expect(there.body).toMatchObject({ id: 'apart', referral: null })
    }
    expect(await accountOf('apart')).toMatchObject({ statusCode: 404 })
  })
})

describe('an unknown or disabled program', () => {
  test.each([
    'nobody',
    'ACME',
    'ac',
    'a%00b',
    'acme%20',
    '%F0%9F%98%80',
    'x'.repeat(100),
    'test_test_acme',
    '__proto__',
  ])('the unknown program %s is 404 TENANT_NOT_FOUND', async (alias) => {
    for (const body of [someone, {}, undefined]) {
      expect((await identify(body, { alias })).body).toMatchObject({
        statusCode: 404,
        apiErrorCode: 'TENANT_NOT_FOUND',
      })
    }
  })

  test('a disabled program is 404 TENANT_NOT_FOUND', async () => {
    const setDisabled = async (at: string | null) => {
      await service.owner.query({ name: '', text: 'update app.tenant set disabled_at = $2 where id = $1' }, [
        other.alias,
        at,
      ])
      service.clock.now += 5000
    }
    await setDisabled(new Date(service.clock.now).toISOString())
    expect((await identify(someone, { alias: other.alias })).status).toBe(404)
    await setDisabled(null)
    expect((await identify(someone, { alias: other.alias })).status).toBe(200)
  })
})

describe('pages of other origins', () => {
  const origin = 'https://shop.example.com'
  const preflight = (alias: string, headers: Record<string, string>) =>
    service.app.inject({
      method: 'OPTIONS',
      url: `/api/v1/${alias}/open/identify`,
      headers: { 'access-control-request-method': 'POST', ...headers },
    })

  test('pages of other origins may all call while none is listed, without credentials', async () => {
    const { statusCode, headers } = await preflight(live.alias, { origin })
    expect(statusCode).toBe(204)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-methods']).toContain('POST')
    expect(headers['access-control-allow-headers']).toMatch(/content-type/i)
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    const answer = await identify(someone, { headers: { origin } })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('pages of other origins may read what is wrong with their call', async () => {
    for (const body of ['{', {}, undefined]) {
      const answer = await identify(body, { headers: { origin } })
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([400, '*'])
    }
    const unknown = await identify(someone, { alias: 'nobody', headers: { origin } })
    expect([unknown.status, unknown.headers['access-control-allow-origin']]).toEqual([404, '*'])
  })

  test('the origin of a page is echoed when it is listed, and gets no header when not', async () => {
    await service.setProgram({ allowedOrigins: [origin, 'http://localhost:3000'] })
    for (const listed of [origin, 'http://localhost:3000']) {
      const answer = await identify(someone, { headers: { origin: listed } })
      expect(answer.headers['access-control-allow-origin']).toBe(listed)
      expect(answer.headers.vary).toMatch(/origin/i)
    }
    for (const otherOrigin of [
      'https://evil.example',
      'null',
      `${origin}.evil.example`,
      'http://shop.example.com',
    ]) {
      const answer = await identify(someone, { headers: { origin: otherOrigin } })
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
      const { headers } = await preflight(live.alias, { origin: otherOrigin })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
    await service.setProgram({})
  })

  test('pages of other origins get nothing of the server’s operations', async () => {
    const answer = await service.call('GET', '/referrals', { headers: { origin } })
    expect(Object.keys(answer.headers).filter((it) => it.startsWith('access-control'))).toEqual([])
    const { statusCode, headers } = await service.app.inject({
      method: 'OPTIONS',
      url: `/api/v1/${live.alias}/referrals`,
      headers: { origin, 'access-control-request-method': 'GET' },
    })
    expect(statusCode).toBe(405)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})
