import { expect, test } from 'vitest'
import { staffAuth } from '../../administration/sign-in/staff-auth.ts'
import { openBrowser } from '../../testing/staff/browser.ts'
import { addStaff, PASSWORD, signedIn } from '../../testing/staff/team.ts'
import { testContext } from '../../testing/test-context.ts'
import { BASE_URL, startTestService } from '../../testing/test-service.ts'

const COOKIE = '__Host-goodword_session'
const service = await startTestService()
const { app, ctx, live, test: testMode, other } = service
const { email, staffId } = await addStaff(ctx, live, 'owner')
const signIn = (body: unknown) => openBrowser(app).request('POST', '/portal/auth/sign-in/email', { body })

test('a sign-in sets one cookie that scripts and other hosts cannot read or set, and is never cached', async () => {
  const answer = await signIn({ email: email.toUpperCase(), password: PASSWORD })
  expect(answer).toMatchObject({ status: 200, body: { next: 'SIGNED_IN' } })
  expect(Object.keys(answer.body)).toEqual(['next'])
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.setCookies).toHaveLength(1)
  const [cookie = ''] = answer.setCookies
  expect(cookie).toMatch(/^__Host-goodword_session=[^;]+; /)
  expect(cookie.split('; ').slice(1).sort()).toEqual([
    'HttpOnly',
    'Max-Age=604800',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ])
})

test('an unknown address and a wrong password are answered alike', async () => {
  const answers = await Promise.all([
    signIn({ email, password: 'not the password' }),
    signIn({ email: 'nobody@example.com', password: PASSWORD }),
    signIn({ email: 'no address', password: PASSWORD }),
  ])
  for (const { status, body, setCookies } of answers) {
    expect({ ...body, status, requestId: null, setCookies }).toEqual({
      ...answers[0]?.body,
      status: 401,
      apiErrorCode: 'SIGN_IN_FAILED',
      requestId: null,
      setCookies: [],
    })
  }
})

test('a session says who is signed in and for which programs', async () => {
  const browser = await signedIn(app, email)
  const { status, body } = await browser.request('GET', '/portal/session')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    staff: { id: staffId, name: 'owner', email, hasPassword: true, hasTwoFactor: false, passkeys: 0 },
    merchants: [{ role: 'owner', programs: [{ name: live.alias, live: live.alias, test: testMode.alias }] }],
    sso: null,
    hasMailServer: false,
  })
  expect(Object.keys(body).sort()).toEqual([
    ...['expiresAt', 'hasMailServer', 'merchants', 'recentUntil', 'signedInAt', 'sso', 'staff'],
  ])
})

test('without a session, the answer is 401, without a password dialog in pages of the portal', async () => {
  const sameOrigin = { headers: { 'sec-fetch-site': 'same-origin' } }
  const answers = await Promise.all([
    openBrowser(app).request('GET', '/portal/session', sameOrigin),
    openBrowser(app).request('GET', `/api/v1/${live.alias}/program`, sameOrigin),
  ])
  for (const { status, headers, body } of answers) {
    expect(body.apiErrorCode).toBe('UNAUTHORIZED')
    expect([status, headers['www-authenticate']]).toEqual([401, 'Session realm="goodword"'])
  }
})

test('a sign-out ends the session, in the database too', async () => {
  const browser = await signedIn(app, email)
  const before = new Map(browser.cookies)
  expect((await browser.request('POST', '/portal/auth/sign-out')).body).toEqual({ next: 'SIGNED_OUT' })
  expect(browser.cookies.has(COOKIE)).toBe(false)
  const thief = openBrowser(app)
  for (const [name, value] of before) thief.cookies.set(name, value)
  expect((await thief.request('GET', '/portal/session')).status).toBe(401)
})

test('a session that was set before the sign-in is never used, and signing in again ends the previous one', async () => {
  const browser = await signedIn(app, email)
  const first = browser.cookies.get(COOKIE) ?? ''
  await browser.request('POST', '/portal/auth/sign-in/email', { body: { email, password: PASSWORD } })
  expect(browser.cookies.get(COOKIE)).not.toBe(first)
  const old = openBrowser(app)
  old.cookies.set(COOKIE, first)
  expect((await old.request('GET', '/portal/session')).status).toBe(401)

  const fixed = openBrowser(app)
  fixed.cookies.set(COOKIE, 'chosen-by-an-attacker.c2lnbmF0dXJl')
  await fixed.request('POST', '/portal/auth/sign-in/email', { body: { email, password: PASSWORD } })
  expect(fixed.cookies.get(COOKIE)).not.toContain('chosen-by-an-attacker')
})

test('a cookie with a changed signature or token is no session', async () => {
  const browser = await signedIn(app, email)
  const cookie = browser.cookies.get(COOKIE) ?? ''
  for (const changed of [
    cookie.replace(/^./, (it) => (it === 'A' ? 'B' : 'A')),
    cookie.slice(0, 40),
    'x',
    '%',
  ]) {
    browser.cookies.set(COOKIE, changed)
    const [session, call] = await Promise.all([
      browser.request('GET', '/portal/session'),
      browser.request('GET', `/api/v1/${live.alias}/program`),
    ])
    expect([session.status, call.status]).toEqual([401, 401])
  }
})

test('a session is for the tenants of its own merchant, in both modes, and for no others', async () => {
  const browser = await signedIn(app, email)
  const read = (alias: string) => browser.request('GET', `/api/v1/${alias}/program`)
  expect((await read(live.alias)).status).toBe(200)
  expect((await read(testMode.alias)).status).toBe(200)
  const [foreign, unknown] = await Promise.all([read(other.alias), read('unknown')])
  expect({ ...foreign.body, requestId: null }).toEqual({ ...unknown.body, requestId: null })
  expect(foreign.status).toBe(401)
})

test('an API key wins over a session, and a bad one is not helped by it', async () => {
  const browser = await signedIn(app, email)
  const authorization = `Basic ${Buffer.from('gw_live_wrong:').toString('base64')}`
  const { status } = await browser.request('GET', `/api/v1/${live.alias}/program`, {
    headers: { authorization },
  })
  expect(status).toBe(401)
})

const foreignSites: readonly (readonly [
  string,
  { origin?: string | null; headers?: Record<string, string> },
])[] = [
  ['no Origin', { origin: null }],
  ['Origin: null', { origin: 'null' }],
  ['the Origin of another site', { origin: 'https://evil.example.com' }],
  ['an Origin that begins alike', { origin: `${BASE_URL}.evil.example.com` }],
  ['Sec-Fetch-Site: cross-site', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['Sec-Fetch-Site: same-site', { headers: { 'sec-fetch-site': 'same-site' } }],
  ['Sec-Fetch-Site: none', { headers: { 'sec-fetch-site': 'none' } }],
]

test.for(foreignSites)('a write with %s is refused and changes nothing', async ([, send]) => {
  const browser = await signedIn(app, email)
  const before = await service.rows()
  const answers = [
    await browser.request('POST', `/api/v1/${live.alias}/accountsync`, { ...send, body: { id: 'forged' } }),
    await browser.request('POST', '/portal/auth/sign-out', send),
    await openBrowser(app).request('POST', '/portal/auth/sign-in/email', {
      ...send,
      body: { email, password: PASSWORD },
    }),
  ]
  for (const { status, body } of answers) {
    expect([status, body.apiErrorCode]).toEqual([403, 'FORBIDDEN_ORIGIN'])
  }
  expect(await service.rows()).toEqual(before)
})

test('a form of another site cannot sign in or write: only JSON is read', async () => {
  const browser = await signedIn(app, email)
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const send = { headers: { 'content-type': type }, body: `email=${email}&password=${PASSWORD}` }
    const answers = [
      await browser.request('POST', '/portal/auth/sign-in/email', send),
      await browser.request('POST', `/api/v1/${live.alias}/accountsync`, send),
    ]
    expect(answers.map((it) => it.status)).toEqual([415, 415])
  }
})

test('the library serves none of its own addresses, so no account or role comes from them', async () => {
  const browser = await signedIn(app, email)
  const paths = [
    ...['sign-up/email', 'update-user', 'delete-user', 'change-email', 'set-password', 'get-session'],
    ...['list-sessions', 'sign-in/social', 'link-social', 'verify-email', 'ok', 'error', 'admin/create-user'],
  ]
  for (const path of paths) {
    const { status } = await browser.request('POST', `/portal/auth/${path}`, {
      body: { email: 'new@example.com', password: PASSWORD, name: 'New', role: 'owner' },
    })
    expect([path, status]).toEqual([path, 404])
  }
  const answer = await signIn({ email, password: PASSWORD, role: 'owner', isDemo: true })
  expect(answer.status).toBe(200)
})

test('over plain http, for use on one machine, the cookie is not Secure and has no prefix', async () => {
  const local = testContext(ctx.db, ctx.clock, { baseUrl: 'http://127.0.0.1:4000' })
  const { api } = await staffAuth(local)
  const answer = await api.signInStaff({
    body: { staffId },
    headers: new Headers(),
    asResponse: true,
  })
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^goodword_session=[^;]+; /)
  expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'])
})
