import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { interactionPolicy } from 'oidc-provider'
import { afterAll, expect, test } from 'vitest'
import { type Browser, openBrowser } from '../../testing/staff/browser.ts'
import { addStaff, signedIn } from '../../testing/staff/team.ts'
import { BASE_URL, startTestService } from '../../testing/test-service.ts'

const CLIENT_SECRET = 'a-secret-of-the-openid-client'
/** Who signs in at the provider, and whether it has verified the address. */
const person = { email: '', email_verified: true, name: 'Olga Open' }

const provider = await startProvider()
const sso = { issuer: provider.issuer, clientId: 'goodword', clientSecret: CLIENT_SECRET, name: 'Acme Login' }
const service = await startTestService({ sso })
const { app, ctx, live, other } = service

test('a member signs in at the OpenID provider, without a password', async () => {
  const { email } = await addStaff(ctx, live, 'admin', 'olga@example.com')
  expect((await openBrowser(app).request('GET', '/portal/sign-in-methods')).body).toMatchObject({
    sso: { name: 'Acme Login' },
  })
  const { browser, target } = await signInAt(email)
  expect(target).toBe(`${BASE_URL}/portal/`)
  expect((await browser.request('GET', '/portal/session')).body).toMatchObject({ staff: { email } })
  // The second time the account at the provider is known.
  expect((await signInAt(email)).target).toBe(`${BASE_URL}/portal/`)
  const stored = await service.owner.query(
    {
      name: '',
      text: `select access_token, refresh_token, id_token from staff_credential where provider = 'sso'`,
    },
    [],
  )
  expect(stored).toEqual([{ access_token: null, refresh_token: null, id_token: null }])
})

test('a person who is invited gets an account by the first sign-in, and others do not', async () => {
  const owner = await signedIn(app, (await addStaff(ctx, live, 'owner')).email)
  await owner.request('POST', `/api/v1/${live.alias}/staff-invitations`, {
    body: { email: 'invited@example.com', role: 'reviewer' },
  })
  expect((await signInAt('nobody@example.com')).target).toBe(
    `${BASE_URL}/portal/sign-in?error=SSO_NOT_INVITED`,
  )
  const { browser } = await signInAt('Invited@example.com')
  expect((await browser.request('GET', '/portal/session')).body).toMatchObject({
    staff: { email: 'invited@example.com', hasPassword: false },
    merchants: [{ name: 'acme', role: 'reviewer' }],
  })
})

test('an address that the provider has not verified is refused', async () => {
  const { email } = await addStaff(ctx, other, 'owner', 'victim@example.com')
  const { browser, target } = await signInAt(email, false)
  expect(target).toMatch(/sign-in\?error=SSO_/)
  expect((await browser.request('GET', '/portal/session')).status).toBe(401)
})

test('an answer of the provider counts in the browser that began the sign-in, and once', async () => {
  const callback = await callbackAt('olga@example.com')
  const thief = await openBrowser(app).request('GET', callback.path)
  expect(thief.headers.location).toBe(`${BASE_URL}/portal/sign-in?error=SSO_FAILED`)
  const forged = `/portal/auth/callback/sso?code=forged&state=forged&iss=${encodeURIComponent(provider.issuer)}`
  expect((await callback.browser.request('GET', forged)).headers.location).toContain('error=SSO_FAILED')
})

test('while the provider cannot be reached, other ways to sign in work', async () => {
  const away = await startTestService({ sso: { ...sso, issuer: 'http://127.0.0.1:9' } })
  const answer = await openBrowser(away.app).request('POST', '/portal/auth/sign-in/sso')
  expect([answer.status, answer.body.apiErrorCode]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  const { email } = await addStaff(away.ctx, away.live, 'owner')
  await signedIn(away.app, email)
})

async function signInAt(email: string, isVerified = true): Promise<{ browser: Browser; target: string }> {
  const { browser, path } = await callbackAt(email, isVerified)
  const { headers } = await browser.request('GET', path)
  return { browser, target: headers.location ?? '' }
}

/** Signs in at the provider, and returns the address that it sends the browser back to. */
async function callbackAt(email: string, isVerified = true): Promise<{ browser: Browser; path: string }> {
  Object.assign(person, { email, email_verified: isVerified })
  const browser = openBrowser(app)
  const { body } = await browser.request('POST', '/portal/auth/sign-in/sso')
  const cookies = new Map<string, string>()
  let url = String(body.url)
  for (let step = 0; step < 12 && url.startsWith(provider.issuer); step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const text of response.headers.getSetCookie()) {
      const [pair = ''] = text.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    if (location === null)
      throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
    url = new URL(location, url).href
  }
  return { browser, path: url.replace(BASE_URL, '') }
}

/** An OpenID provider that signs in `person` without asking. */
async function startProvider(): Promise<{ issuer: string }> {
  const server: Server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => new Promise<void>((done) => server.close(() => done())))
  // A server that listens on TCP has an address.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const oidc = new Provider(issuer, {
    clients: [
      {
        client_id: 'goodword',
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${BASE_URL}/portal/auth/callback/sso`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}`, policy: interactionPolicy.base() },
    findAccount: async (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub, ...person }) }),
  })
  const answer = oidc.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const details = await oidc.interactionDetails(request, response)
    const accountId = `subject of ${person.email.toLowerCase()}`
    const { grantId } = details
    const grant =
      grantId === undefined
        ? new oidc.Grant({ accountId, clientId: 'goodword' })
        : await oidc.Grant.find(grantId)
    grant?.addOIDCScope('openid email profile')
    const consent = { grantId: (await grant?.save()) ?? '' }
    return oidc.interactionFinished(request, response, { login: { accountId }, consent })
  })
  return { issuer }
}
