import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../../engine/logging/logger.ts'
import { watchLimits } from '../../frame/http/limits/limits.ts'
import { createApp } from '../../frame/http/server/app.ts'
import { routes } from '../../routes/routes.ts'
import { legacyClient } from '../../testing/requests/legacy-client.ts'
import { signToken, signUser } from '../../testing/sign.ts'
import { BASE_URL, LANDING_PAGE, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, test: testMode, other, clock } = service
const send = legacyClient(service)
const key = `:${live.apiKey}`
const ORIGIN = new URL(LANDING_PAGE).origin

beforeAll(async () => {
  const settings = { legacyClients: true, allowedOrigins: [ORIGIN] }
  await service.setProgram(settings)
  await service.setProgram(settings, testMode.alias)
})

const at = (account: string, user = account) =>
  `/open/account/${encodeURIComponent(account)}/user/${encodeURIComponent(user)}`
const tokenFor = (user: object) => signUser(live.signingKey, user, clock.now)
const userToken = (token: string) => ({ headers: { 'x-saasquatch-user-token': token } })

describe('a server with a key', () => {
  // SaaSquatchClientIntegrationTest.java of github.com/saasquatch/saasquatch-java-sdk, at 1ab555c.
  test('PUT open/account/{a}/user/{u} of the Java client answers the user that it sent', async () => {
    const body = { id: 'asdf', accountId: 'asdf', firstName: 'Foo', lastName: 'Bar' }
    const put = await send('PUT', at('asdf'), { body, credentials: key })
    expect(put).toMatchObject({
      status: 200,
      body: { id: 'asdf', accountId: 'asdf', firstName: 'Foo', lastName: 'Bar', lastInitial: 'B' },
    })
    expect(put.body).toMatchObject({ referable: true, segments: [], customFields: {}, email: null })
    expect(put.body.referralCodes).toEqual({ classic: put.body.referralCode })
    expect(await send('GET', at('asdf'), { credentials: key })).toMatchObject({ status: 200, body: put.body })
  })

  test('errors have the shape and the codes that the Java and Go clients read', async () => {
    const put = (credentials: string, body: object, alias = 'acme') =>
      send('PUT', at('asdf'), { body, credentials, alias })
    expect(await put(':fake', {})).toMatchObject({
      status: 401,
      body: { statusCode: 401, apiErrorCode: 'UNAUTHORIZED', rsCode: 'RS045', message: expect.any(String) },
    })
    expect(await put(key, {}, 'fake')).toMatchObject({ status: 404, body: { rsCode: 'RS038' } })
    expect(await put(key, { locale: '???' })).toMatchObject({
      status: 400,
      body: { apiErrorCode: 'VALIDATION_FAILED', rsCode: 'RS039' },
    })
    expect(await send('GET', at('nobody'), { credentials: key })).toMatchObject({
      status: 404,
      body: { rsCode: 'RS042' },
    })
    const widget = `/widget/account/asdf/user/asdf/upsert?widgetType=invalid`
    expect(await send('PUT', widget, { body: {}, credentials: key })).toMatchObject({
      status: 400,
      body: { statusCode: 400, rsCode: 'RS036' },
    })
  })

  test('a user may bring a code, own one, and a customer of the payment processor', async () => {
    const { body: ada } = await send('PUT', at('ada'), { body: { referralCode: 'ADA-1' }, credentials: key })
    expect(ada.referralCode).toBe('ADA-1')
    const friend = { referredBy: { code: 'ada-1' }, paymentProviderId: 'cus_1', email: '', locale: 'pt_BR' }
    const { body } = await send('PUT', at('bob', 'b'), { body: friend, credentials: key })
    expect(body).toMatchObject({
      referredBy: { code: 'ADA-1', isConverted: false },
      referredByCodes: ['ADA-1'],
      ...{ referable: false, paymentProviderId: 'cus_1', email: null, locale: 'pt_BR' },
    })
  })

  test('nothing is stored of a user with an unknown code', async () => {
    const before = await service.rows()
    const body = { firstName: 'Eve', referredBy: { code: 'NOBODY1' } }
    expect(await send('PUT', at('eve'), { body, credentials: key })).toMatchObject({
      status: 404,
      body: { apiErrorCode: 'REFERRAL_CODE_NOT_FOUND', rsCode: 'RS034' },
    })
    expect(await service.rows()).toEqual(before)
  })

  test('IDs in the path are exact, with slashes and percent signs in them, and never a way to another path', async () => {
    for (const id of ['a/b', 'a%2Fb', 'ä ö?#', '../../other']) {
      const put = await send('PUT', at(id), { body: { id, accountId: id }, credentials: key })
      expect([id, put.status, put.body.id, put.body.accountId]).toEqual([id, 200, id, id])
      expect((await send('GET', at(id), { credentials: key })).body).toEqual(put.body)
    }
    for (const id of ['..', '.', '%2e%2e']) {
      const path = `/open/account/${id.replace('..', '%2E%2E')}/user/u`
      const { status } = await send('PUT', path, { body: {}, credentials: key })
      expect([id, [400, 404].includes(status)]).toEqual([id, true])
    }
    const long = 'x'.repeat(512)
    expect((await send('PUT', at(long), { body: {}, credentials: key })).status).toBe(400)
    const differs = { body: { accountId: 'ada' }, credentials: key }
    expect((await send('PUT', at('mallory'), differs)).body).toMatchObject({
      statusCode: 400,
      rsCode: 'RS044',
    })
  })

  test('keys of another merchant, of the other mode, without scope, and of sessions are refused alike', async () => {
    for (const apiKey of [other.apiKey, testMode.apiKey, live.signingKey, `${live.apiKey}x`]) {
      expect((await send('GET', at('asdf'), { credentials: `:${apiKey}` })).status).toBe(401)
      expect((await send('PUT', at('asdf'), { body: {}, credentials: apiKey })).status).toBe(401)
    }
    const { apiKey: reader } = await service.newKey(['read'])
    expect((await send('GET', at('asdf'), { credentials: `${reader}:` })).status).toBe(200)
    expect((await send('PUT', at('asdf'), { body: {}, credentials: `${reader}:` })).status).toBe(403)
  })
})

describe('a page', () => {
  test('a token reads its own user and no other', async () => {
    const ida = { accountId: 'ida', id: 'i', firstName: 'Ida', email: 'ida@example.com' }
    expect(await send('PUT', at('ida', 'i'), { body: {}, ...userToken(tokenFor(ida)) })).toMatchObject({
      status: 200,
      body: { firstName: 'Ida', email: 'ida@example.com', referable: true },
    })
    const read = tokenFor({ accountId: 'ida', id: 'i' })
    const bearer = { headers: { authorization: `Bearer ${read}` } }
    expect((await send('GET', at('ida', 'i'), bearer)).body).toMatchObject({ firstName: 'Ida' })
    for (const options of [{}, userToken(read), userToken(signUser(other.signingKey, ida, clock.now))]) {
      const { status, body } = await send('GET', at('asdf'), options)
      expect([status, body.firstName]).toEqual([401, undefined])
    }
    expect((await send('GET', at('nobody'), {})).status).toBe(401)
    expect(
      (await send('GET', at('ghost'), userToken(tokenFor({ accountId: 'ghost', id: 'ghost' })))).status,
    ).toBe(404)
  })

  test('a token of the former service, signed with the API key, is refused with what to do', async () => {
    const user = { accountId: 'ida', id: 'i' }
    const former = userToken(signToken(live.apiKey, { user }))
    expect(await send('PUT', at('ida', 'i'), { body: {}, ...former })).toMatchObject({
      status: 401,
      body: { apiErrorCode: 'SIGNATURE_INVALID', rsCode: 'RS032', message: expect.stringContaining('token') },
    })
  })

  test('a checksum is refused with a sentence, wherever it is', async () => {
    const checksum = 'TFs5pf1zQUgaerOVvLSIiCfrty/GXHdXU5AK5rCmbYU='
    const query = `${at('ida', 'i')}?checksum=${encodeURIComponent(checksum)}`
    for (const [path, body] of [[at('ida', 'i'), { checksum }] as const, [query, {}] as const]) {
      expect(await send('PUT', path, { body })).toMatchObject({
        status: 400,
        body: { rsCode: 'RS006', message: expect.stringContaining('JSON Web Token') },
      })
    }
  })

  test('without a token a page writes no field over another, attributes by its cookie, and reads nothing back', async () => {
    const { body: referrer } = await send('PUT', at('ref'), {
      body: { referralCode: 'REF-1' },
      credentials: key,
    })
    expect(referrer.referralCode).toBe('REF-1')
    const codes = { codes: { classic: 'REF-1' }, codesExp: { 'REF-1': Math.floor(clock.now / 1000) + 60 } }
    const cookies = Buffer.from(JSON.stringify({ 'app.example.com': { old_CODE: codes } })).toString(
      'base64url',
    )
    const body = { firstName: 'Mallory', email: 'mallory@example.com', cookies }
    const put = await send('PUT', at('fay'), { body })
    expect(put).toMatchObject({ status: 200, body: { firstName: null, email: null, referable: null } })
    const again = await send('PUT', at('asdf'), { body: { ...body, firstName: 'Mallory' } })
    expect(again).toMatchObject({ status: 200, body: { firstName: null, referredBy: null } })
    const read = async (account: string) => (await send('GET', at(account), { credentials: key })).body
    expect(await read('asdf')).toMatchObject({ firstName: 'Foo', lastName: 'Bar' })
    expect(await read('fay')).toMatchObject({ firstName: 'Mallory', referredByCodes: ['REF-1'] })
    const cookie = await send('GET', `/a/acme/widgets/squatchcookiejson?cookies=${cookies}`)
    expect([cookie.status, cookie.body]).toEqual([200, { codes: ['REF-1'] }])
    const link = await service.app.inject({ url: '/r/acme/REF-1?utm_source=x' })
    const { searchParams } = new URL(String(link.headers.location))
    expect([searchParams.get('refCode'), searchParams.get('utm_source')]).toEqual(['REF-1', 'x'])
    const given = await send(
      'GET',
      `/a/acme/widgets/squatchcookiejson?cookies=${searchParams.get('_saasquatch')}`,
    )
    expect(given.body).toEqual({ codes: ['REF-1'] })
    const broken = await send('GET', '/a/acme/widgets/squatchcookiejson?cookies=%7B%7D')
    expect([broken.status, broken.body]).toEqual([200, { codes: [] }])
  })

  test('a user of a cookie is the same for the same cookie, and cannot be another person', async () => {
    const first = await send('POST', '/open/user/cookie_user', { body: {} })
    expect(first).toMatchObject({ status: 200, body: { cookieId: expect.any(String), firstName: null } })
    const { cookieId, referralCode } = first.body
    const again = await send('POST', '/open/user/cookie_user', {
      body: { cookieId, accountId: 'asdf', id: 'asdf' },
    })
    expect(again.body).toMatchObject({ cookieId, referralCode, accountId: `cookie_${cookieId}` })
    expect((await send('POST', '/open/user/cookie_user', { body: { cookieId: '../x' } })).status).toBe(400)
  })

  test('the widget of a page is a document with our script, which no ID can end', async () => {
    const id = '</script><script>alert(1)</script>'
    const path = `/widget/account/w/user/${encodeURIComponent(id)}/upsert?widgetType=REFERRER_WIDGET&engagementMedium=EMBED`
    const { status, body } = await send('PUT', path, { body: { id, accountId: 'w' } })
    expect([status, body.user]).toEqual([200, expect.objectContaining({ id, accountId: 'w' })])
    expect(body.template).toContain('/s/v1/goodword.js')
    expect(body.template).not.toContain('</script><script>alert')
  })

  test('pages of listed origins may read answers, those of others not, and each answer says what is used instead', async () => {
    const from = (origin: string) => ({ headers: { origin } })
    const allowed = await send('OPTIONS', at('ida', 'i'), from(ORIGIN))
    expect(allowed).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': expect.stringContaining('X-SaaSquatch-User-Token'),
      },
    })
    const stranger = await send('GET', at('ida', 'i'), from('https://evil.example'))
    expect(stranger.headers['access-control-allow-origin']).toBeUndefined()
    for (const { headers } of [allowed, stranger, await send('GET', at('asdf'), { credentials: key })]) {
      expect(headers.deprecation).toBe('@1795651200')
      expect(headers.link).toContain('/docs/guides/moving-in#moving-clients>; rel="deprecation"')
      expect(headers.link).toContain('/docs/reference/users#')
    }
  })

  test('a body that is no user of a page is refused before it is read', async () => {
    const { status } = await send('PUT', at('ida', 'i'), { body: { firstName: 'x'.repeat(20_000) } })
    expect(status).toBe(413)
  })
})

test('calls of pages count against the limit of their address, and the answer says when to come back', async () => {
  const timeouts = { handlerMs: 60_000 }
  const app = createApp({ baseUrl: BASE_URL, logger: createLogger('silent'), timeouts })
  const limits = watchLimits(app, { rates: { live: 1000, test: 200, browser: 1, clicksPerMinute: 60 } })
  routes(app, service.ctx, { limits, runCustomer: async () => 'NOT_FINISHED' })
  onTestFinished(() => app.close())
  const limited = legacyClient({ app })
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => limited('GET', '/a/acme/widgets/squatchcookiejson')),
  )
  const refused = replies.find(({ status }) => status === 429)
  expect(refused).toMatchObject({
    headers: { 'retry-after': expect.any(String) },
    body: { statusCode: 429, apiErrorCode: 'TOO_MANY_REQUESTS', rsCode: 'RS033' },
  })
})

test('a program that does not allow it, and an unknown alias, are answered alike to every caller', async () => {
  const attempts = [
    ['GET', at('asdf')],
    ['PUT', at('asdf')],
    ['POST', '/open/user/cookie_user'],
    ['GET', '/reward/balance?accountId=asdf'],
    ['POST', '/credit/bulkredeem'],
    ['POST', '/export'],
    ['GET', '/export/x'],
    ['POST', '/subscribe'],
  ] as const
  for (const [method, path] of attempts) {
    for (const credentials of [undefined, `:${other.apiKey}`, key]) {
      const options = { ...(method === 'GET' ? {} : { body: {} }), ...(credentials ? { credentials } : {}) }
      const off = await send(method, path, { ...options, alias: other.alias })
      const unknown = await send(method, path, { ...options, alias: 'nobody_here' })
      expect([path, off.status, { ...off.body, requestId: '' }]).toEqual([
        path,
        404,
        { ...unknown.body, requestId: '' },
      ])
      expect(off.headers['access-control-allow-origin']).toBeUndefined()
    }
  }
})
