import { describe, expect, test } from 'vitest'
import { CHALLENGE, openOauthClient, REDIRECT, RESOURCE } from '../../testing/assistants/oauth-client.ts'
import { addStaff, signedIn } from '../../testing/staff/team.ts'
import { startTestService } from '../../testing/test-service.ts'

const { app, ctx, live, other, clock } = await startTestService()
const { email } = await addStaff(ctx, live, 'owner')
const browser = await signedIn(app, email)
const client = await openOauthClient(app, browser)
const {
  clientId,
  request,
  send,
  register,
  allow,
  newCode,
  exchange,
  newTokens,
  refresh,
  revoke,
  check,
  statusWith,
} = client
const MINUTE_MS = 60_000

describe('the way to access', () => {
  test('the metadata leads from the tools to where access is allowed and tokens are given', async () => {
    const resource = await send('GET', '/.well-known/oauth-protected-resource/mcp')
    expect(resource.body).toMatchObject({
      resource: RESOURCE,
      authorization_servers: ['https://goodword.example.com'],
    })
    const server = await send('GET', '/.well-known/oauth-authorization-server')
    expect(server.body).toMatchObject({
      issuer: 'https://goodword.example.com',
      code_challenge_methods_supported: ['S256'],
      authorization_endpoint: 'https://goodword.example.com/oauth/authorize',
    })
  })

  test('the answer to the client has the code, its own state, and who answers', async () => {
    const { status, body } = await allow()
    expect(status).toBe(201)
    const { origin, pathname, searchParams } = new URL(String(body.redirectTo))
    expect(origin + pathname).toBe(REDIRECT)
    expect(searchParams.get('state')).toBe('state of the client')
    expect(searchParams.get('iss')).toBe('https://goodword.example.com')
  })

  test('tokens work for 15 minutes, and are renewed with new ones', async () => {
    const { access, refresh: first } = await newTokens()
    expect(await statusWith(access)).toBe(200)
    clock.now += 15 * MINUTE_MS
    expect(await statusWith(access)).toBe(401)
    const { status, body } = await refresh(first)
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'read write' })
    expect(await statusWith(String(body.access_token))).toBe(200)
    expect(await statusWith(access)).toBe(401)
  })

  test('the person sees what they allowed, and ends it at once', async () => {
    const { access } = await newTokens()
    const { body } = await browser.request('GET', '/portal/assistants')
    const [newest] = body.assistants as readonly Readonly<Record<string, unknown>>[]
    expect(newest).toMatchObject({ name: 'Clever assistant', tenantAlias: 'acme', mayWrite: true })
    const stranger = await addStaff(ctx, other, 'owner', 'stranger@other.example.com')
    const strange = await signedIn(app, stranger.email)
    expect((await strange.request('GET', '/portal/assistants')).body.assistants).toEqual([])
    await strange.request('DELETE', `/portal/assistants/${String(newest?.id)}`)
    expect(await statusWith(access)).toBe(200)
    await browser.request('DELETE', `/portal/assistants/${String(newest?.id)}`)
    expect(await statusWith(access)).toBe(401)
  })
})

describe('attacks on codes and tokens', () => {
  test.for([
    ['another verifier', { code_verifier: 'w'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['the challenge as verifier', { code_verifier: CHALLENGE }],
    ['another address', { redirect_uri: `${REDIRECT}2` }],
    ['another client', { client_id: 'gwc_other' }],
  ] as const)('a code with %s gives nothing, and is worth nothing afterwards', async ([, changes]) => {
    const code = await newCode()
    expect((await exchange(code, changes)).body.error).toBe('invalid_grant')
    expect((await exchange(code)).body.error).toBe('invalid_grant')
  })

  test('a code for another resource gives nothing', async () => {
    const code = await newCode()
    const { status, body } = await exchange(code, { resource: 'https://goodword.example.com/api' })
    expect([status, body.error]).toEqual([400, 'invalid_target'])
  })

  test('a code that is used again ends the tokens that it gave', async () => {
    const code = await newCode()
    const { body } = await exchange(code)
    expect(await statusWith(String(body.access_token))).toBe(200)
    expect((await exchange(code)).body.error).toBe('invalid_grant')
    expect(await statusWith(String(body.access_token))).toBe(401)
    expect((await refresh(String(body.refresh_token))).body.error).toBe('invalid_grant')
  })

  test('a code is worth nothing after two minutes', async () => {
    const code = await newCode()
    clock.now += 2 * MINUTE_MS
    expect((await exchange(code)).body.error).toBe('invalid_grant')
  })

  test('a refresh token is repeated within half a minute by a client that did not get the answer', async () => {
    const { refresh: first } = await newTokens()
    const lost = await refresh(first)
    clock.now += 29_000
    const { body } = await refresh(first)
    expect(await statusWith(String(body.access_token))).toBe(200)
    expect(await statusWith(String(lost.body.access_token))).toBe(401)
  })

  test('a repeated refresh token of a thief is found out by the next refresh of the client', async () => {
    const { refresh: first } = await newTokens()
    const { body: own } = await refresh(first)
    const { body: stolen } = await refresh(first)
    clock.now += MINUTE_MS
    expect((await refresh(String(own.refresh_token))).body.error).toBe('invalid_grant')
    expect(await statusWith(String(stolen.access_token))).toBe(401)
    expect((await refresh(String(stolen.refresh_token))).body.error).toBe('invalid_grant')
  })

  test('a refresh token that is used again later ends the tokens that it gave', async () => {
    const { refresh: first } = await newTokens()
    const { body } = await refresh(first)
    clock.now += MINUTE_MS
    expect((await refresh(first)).body.error).toBe('invalid_grant')
    expect(await statusWith(String(body.access_token))).toBe(401)
    expect((await refresh(String(body.refresh_token))).body.error).toBe('invalid_grant')
  })

  test('a refresh token of another client gives nothing', async () => {
    const { refresh: first } = await newTokens()
    expect((await refresh(first, 'gwc_other')).body.error).toBe('invalid_grant')
  })

  test('a token that is given back ends, and an unknown one is answered alike', async () => {
    const { access, refresh: token } = await newTokens()
    const unknown = await revoke('gwr_unknown')
    const known = await revoke(token)
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(await statusWith(access)).toBe(401)
  })

  test('a request without PKCE is refused, and its client hears why', async () => {
    for (const changes of [
      { code_challenge: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge: 'x' },
    ]) {
      expect((await allow(changes)).status).toBe(400)
    }
    const checked = await check({ code_challenge_method: 'plain' })
    expect(new URL(String(checked.body.refuseTo)).searchParams.get('error')).toBe('invalid_request')
  })

  test.for([
    ['an address that is not registered', { redirect_uri: 'https://evil.example.com/' }, 'redirect_uri'],
    ['a changed client', { client_id: `${clientId}x` }, 'client_id'],
    ['a client that is not known', { client_id: 'https://unknown.example.com/client.json' }, 'client_id'],
    ['another resource', { resource: 'https://evil.example.com/mcp' }, null],
    ['a scope that there is not', { scope: 'admin' }, null],
  ] as const)('a request with %s is refused', async ([, changes, param]) => {
    expect(await allow(changes)).toMatchObject({ status: 400, body: { param } })
  })

  test('a program of another merchant cannot be given, and is answered like one that there is not', async () => {
    const foreign = await allow({}, { tenantAlias: 'other' })
    const unknown = await allow({}, { tenantAlias: 'no_such_program' })
    expect([foreign.status, foreign.body.message]).toEqual([400, unknown.body.message])
  })

  test('a page of another site cannot allow anything in the name of the person', async () => {
    const body = { request, tenantAlias: 'acme', mayWrite: true }
    const answer = await browser.request('POST', '/portal/assistants', {
      body,
      origin: 'https://evil.example.com',
    })
    expect(answer).toMatchObject({ status: 403, body: { apiErrorCode: 'FORBIDDEN_ORIGIN' } })
  })

  test.for([
    ['a script as address', { redirect_uris: ['javascript:alert(1)'] }],
    ['no address', { redirect_uris: [] }],
    [
      'eleven addresses',
      { redirect_uris: Array.from({ length: 11 }, (_, at) => `https://example.com/${at}`) },
    ],
    ['a text for addresses', { redirect_uris: 'https://example.com/' }],
    ['an empty list for all', []],
  ] as const)('a registration with %s is refused', async ([, body]) => {
    expect(await register(body)).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } })
  })
})
