import type { TenantId } from '@goodword/domain/values/ids'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '../../engine/logging/logger.ts'
import { createApp } from '../../frame/http/server/app.ts'
import { newTokenTo, pageUsers, withPage } from '../../testing/mail/page-links.ts'
import { exchange, listen } from '../../testing/requests/bare-connection.ts'
import { BASE_URL, startTestService } from '../../testing/test-service.ts'
import { serveHostedPage } from './hosted-page.ts'

const service = await startTestService()
const { app, call, live, test: testMode, other, clock } = service
const { person } = pageUsers(service)
const HOUR_MS = 3_600_000
const HOST = 'refer.shop.com'
const own = { 'sec-fetch-site': 'same-origin' }

type Headers = Readonly<Record<string, string>>
const get = (url: string, headers: Headers = {}) => app.inject({ url, headers })
const post = (url: string, fields: Headers = {}, headers: Headers = own) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

/** The cookie that an answer sets, as the browser sends it, and its attributes. */
function cookieOf(answer: { headers: Record<string, unknown> }) {
  const [first = ''] = [answer.headers['set-cookie']].flat().map(String)
  const [pair = '', ...attributes] = first.split('; ')
  return { cookie: pair, attributes }
}

async function signIn(alias: TenantId = live.alias) {
  const { email, ...ids } = await person(alias)
  const link = `/p/${alias}/enter/${await newTokenTo(service, alias, email)}`
  const answer = await post(link)
  return { ...ids, email, link, answer, headers: { cookie: cookieOf(answer).cookie } }
}

beforeAll(async () => {
  for (const { alias } of [live, testMode, other]) await service.setProgram(withPage, alias)
  await service.addDomain(HOST)
})
beforeEach(() => {
  // All allowances come back.
  clock.now += 2 * HOUR_MS
})

test('a stranger reads what both sides get before signing in', async () => {
  const referredReward = { type: 'PCT_DISCOUNT', discountPercent: 15, monthsDiscountIsValid: 3 } as const
  await service.setProgram({ ...withPage, referredReward }, live.alias)
  const { payload } = await get(`/p/${live.alias}`)
  await service.setProgram(withPage, live.alias)
  expect(payload).toContain(
    '<dl class="offer"><div><dt>Your friend gets</dt><dd>15% off for 3 months</dd></div>',
  )
})

test('a stranger sees a form, in the language of the browser, that no cache and no search engine keeps', async () => {
  const { statusCode, headers, payload } = await get(`/p/${live.alias}`, { 'accept-language': 'ar' })
  expect(statusCode).toBe(200)
  expect(payload).toContain('<html lang="ar" dir="rtl">')
  // The order of the letters of a name does not depend on the language of the page.
  expect(payload).toContain('<header class="bar"><bdi>')
  expect(payload).toContain(`<form method="post" action="/p/${live.alias}/sign-in">`)
  expect(payload).not.toContain('<script')
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  })
})

test('the form answers every address in the same way', async () => {
  const { email } = await person()
  const answers = [
    await post(`/p/${live.alias}/sign-in`, { email }),
    await post(`/p/${live.alias}/sign-in`, { email: 'unknown@example.com' }),
  ]
  for (const { statusCode, headers, payload } of answers) {
    expect([statusCode, headers.location, payload]).toEqual([303, `/p/${live.alias}/sent`, ''])
  }
  expect((await get(`/p/${live.alias}/sent`)).payload).toContain('Check your mailbox')
})

test('the form comes back with an address that no mailbox has', async () => {
  const { statusCode, payload } = await post(`/p/${live.alias}/sign-in`, { email: '"><b>x' })
  expect(statusCode).toBe(400)
  expect(payload).toContain('role="alert"')
  expect(payload).toContain('value="&#34;&#62;&#60;b&#62;x"')
})

test('opening a link changes nothing, and its button signs in once', async () => {
  const { email } = await person()
  const link = `/p/${live.alias}/enter/${await newTokenTo(service, live.alias, email)}`
  const before = await service.rows()
  expect((await get(link)).payload).toContain(`You sign in as ${email}.`)
  expect((await get(link)).headers).not.toHaveProperty('set-cookie')
  expect(await service.rows()).toEqual(before)
  const entered = await post(link)
  expect([entered.statusCode, entered.headers.location]).toEqual([303, `/p/${live.alias}`])
  const { cookie, attributes } = cookieOf(entered)
  expect(attributes).toEqual([
    'Max-Age=2592000',
    `Path=/p/${live.alias}`,
    'HttpOnly',
    'SameSite=Lax',
    'Secure',
  ])
  const again = await post(link)
  expect([again.statusCode, again.headers['set-cookie']]).toEqual([410, undefined])
  expect((await get(link)).statusCode).toBe(410)
  expect((await get(`/p/${live.alias}`, { cookie })).payload).toContain(`Signed in as ${email}`)
})

test('the page works without scripts: link, code and QR code are there to be copied', async () => {
  const { accountId, userId, headers } = await signIn()
  const { body } = await call('GET', `/account/${accountId}/user/${userId}`)
  const { payload } = await get(`/p/${live.alias}`, headers)
  const { direct } = body.shareLinks as { direct: string }
  expect(payload).toContain(`<input id="link" readonly dir="ltr" value="${direct}">`)
  expect(payload).toContain(`value="${body.referralCode}"`)
  expect(payload).toContain(`<img src="${direct}/qr.svg"`)
  expect(payload).toContain('write to shop@example.com')
})

test('a link that leads nowhere has no card to hand out', async () => {
  const { accountId, headers } = await signIn()
  await call('POST', `/account/${accountId}/block`, { body: { reason: 'Posted the link in a forum.' } })
  const { payload } = await get(`/p/${live.alias}`, headers)
  expect(payload).toContain('id="link"')
  expect(payload).not.toContain('qr.svg')
})

test('the page has a token by which calls count as signed, for its own person alone', async () => {
  const { accountId, userId, headers } = await signIn()
  const answer = await app.inject({
    method: 'POST',
    url: `/p/${live.alias}/token`,
    headers: { ...headers, ...own },
  })
  const token = answer.json()
  expect(token).toMatchObject({ accountId, userId, dateExpires: clock.now + 5 * 60_000 })
  const body = { account_id: accountId, user_id: userId, jwt: token.jwt }
  expect((await call('POST', '/open/widget', { body })).body.referrals).toMatchObject({ count: 0 })
  const stranger = { ...body, account_id: 'another' }
  expect((await call('POST', '/open/widget', { body: stranger })).status).toBe(401)
  expect((await post(`/p/${live.alias}/token`)).statusCode).toBe(401)
})

test('the browser is signed out, and the session ends, at the request of its person', async () => {
  for (const action of ['sign-out', 'forget']) {
    const { headers } = await signIn()
    const left = await post(`/p/${live.alias}/${action}`, {}, { ...own, ...headers })
    expect(left.headers['set-cookie']).toEqual([
      expect.stringMatching(/^gw_page=; Max-Age=0; Path=\/p\/acme;/),
      '_gw_acme=; Max-Age=0; Path=/; SameSite=Lax; Secure',
    ])
    expect((await get(`/p/${live.alias}`, headers)).payload).toContain('/sign-in">')
  }
})

describe('attacks', () => {
  const foreign: readonly Headers[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ]

  test('no form of another site does anything', async () => {
    const { headers } = await signIn()
    const { email } = await person()
    const link = `/p/${live.alias}/enter/${await newTokenTo(service, live.alias, email)}`
    const before = await service.rows()
    for (const from of foreign) {
      for (const path of ['sign-in', 'token', 'switch', 'sign-out', 'forget']) {
        const url = `/p/${live.alias}/${path}`
        expect((await post(url, { email }, { ...from, ...headers })).statusCode).toBe(403)
      }
      const entered = await post(link, {}, { ...from, ...headers })
      expect([entered.statusCode, entered.headers['set-cookie']]).toEqual([403, undefined])
    }
    expect(await service.rows()).toEqual(before)
    expect((await post(link, {}, { origin: new URL(BASE_URL).origin })).statusCode).toBe(303)
  })

  test('a session that was put into a browser before is not that of the person who signs in', async () => {
    const attacker = await signIn()
    const { email } = await person()
    const link = `/p/${live.alias}/enter/${await newTokenTo(service, live.alias, email)}`
    const answer = await post(link, {}, { ...own, ...attacker.headers })
    expect(cookieOf(answer).cookie).not.toBe(attacker.headers.cookie)
    expect((await get(`/p/${live.alias}`, attacker.headers)).payload).toContain('/sign-in">')
  })

  test('a session or a link of one program counts in no other, and in the other mode neither', async () => {
    const { headers } = await signIn()
    const { email } = await person()
    const token = await newTokenTo(service, live.alias, email)
    for (const { alias } of [testMode, other]) {
      expect((await get(`/p/${alias}`, headers)).payload).toContain('/sign-in">')
      expect((await get(`/p/${alias}/enter/${token}`)).statusCode).toBe(410)
      expect((await post(`/p/${alias}/enter/${token}`)).statusCode).toBe(410)
    }
  })

  test('no one switches to a user of another address', async () => {
    const { headers, email } = await signIn()
    const { email: victim } = await person()
    const users = (await call('GET', `/users?query=${victim}`)).body.users as { id: string }[]
    await post(`/p/${live.alias}/switch`, { user: String(users[0]?.id) }, { ...own, ...headers })
    expect((await get(`/p/${live.alias}`, headers)).payload).toContain(`Signed in as ${email}`)
  })

  test('names and addresses that look like HTML are shown as text', async () => {
    const { email } = await person()
    const xss = '<img src=x onerror=alert(1)>'
    await call('POST', '/user', { body: { accountId: xss, id: 'u', email, firstName: xss } })
    const { payload } = await get(`/p/${live.alias}/enter/${await newTokenTo(service, live.alias, email)}`)
    expect(payload).toContain('&#60;img src=x')
    expect(payload).not.toContain('<img src=x')
  })
})

describe('what is not there', () => {
  test.each([
    '/p/unknown_program',
    '/p/x',
    '/p/acme/elsewhere',
    '/p/acme/enter/%00',
    `/p/acme/enter/${'x'.repeat(100)}`,
    '/p/acme/enter/a/b',
  ])('%s is a page that says so', async (url) => {
    const { statusCode, headers } = await get(url)
    expect([404, 410]).toContain(statusCode)
    expect(headers['content-type']).toContain('text/html')
  })

  test('a program without the page answers as an unknown one', async () => {
    await service.setProgram({}, other.alias)
    const { 'x-request-id': _, date: __, ...headers } = (await get('/p/nothing_here')).headers
    const off = await get(`/p/${other.alias}`)
    expect(off.headers).toMatchObject(headers)
    expect(off.payload).toBe((await get('/p/nothing_here')).payload)
    await service.setProgram(withPage, other.alias)
  })
})

describe('a custom domain', () => {
  const at = { host: HOST }

  test('the page is at /p of the domain, with a cookie for that path, and links lead there', async () => {
    const { email } = await person()
    const { payload } = await get('/p', at)
    expect(payload).toContain('action="/p/sign-in"')
    const entered = await post(
      `/p/enter/${await newTokenTo(service, live.alias, email)}`,
      {},
      { ...at, origin: `https://${HOST}` },
    )
    expect(entered.headers.location).toBe('/p')
    const { cookie, attributes } = cookieOf(entered)
    expect(attributes).toContain('Path=/p')
    const home = await get('/p', { ...at, cookie })
    expect(home.payload).toContain(`Signed in as ${email}`)
    expect(home.payload).toContain(`src="https://${HOST}/`)
    expect(home.headers['content-security-policy']).toContain(`frame-src ${new URL(BASE_URL).origin}`)
  })

  test('the page of a domain is that of its program alone', async () => {
    expect((await get(`/p/${other.alias}`, at)).statusCode).toBe(404)
    expect((await get('/portal', at)).payload).not.toContain('portal')
  })

  test('the widget can be framed by the page, and its calls are allowed where origins are listed', async () => {
    const framing = async () =>
      String((await get(`/widget/${live.alias}`)).headers['content-security-policy'])
    expect(await framing()).toMatch(
      new RegExp(`frame-ancestors .*${new URL(BASE_URL).origin} https://${HOST}`),
    )
    await service.setProgram({ ...withPage, allowedOrigins: ['https://shop.example.com'] })
    const allowed = await app.inject({
      method: 'OPTIONS',
      url: `/api/v1/${live.alias}/open/identify`,
      headers: { origin: `https://${HOST}`, 'access-control-request-method': 'POST' },
    })
    expect(allowed.headers['access-control-allow-origin']).toBe(`https://${HOST}`)
    await service.setProgram({ emails: withPage.emails })
    expect(await framing()).not.toContain(HOST)
    await service.setProgram(withPage)
  })
})

test('a form of the page that does not arrive in time is 408, and no failure of the service', async () => {
  const app = createApp({ baseUrl: BASE_URL, logger: createLogger('silent'), timeouts: { handlerMs: 100 } })
  serveHostedPage(app, service.ctx, {})
  const head = `POST /p/${service.live.alias}/sign-in HTTP/1.1\r\nHost: a\r\nOrigin: ${BASE_URL}\r\n`
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nemail='
  const { answers, isClosed } = await exchange(await listen(app), head + form)
  expect([answers.map(({ status }) => status), isClosed]).toEqual([[408], true])
  await app.close()
})
