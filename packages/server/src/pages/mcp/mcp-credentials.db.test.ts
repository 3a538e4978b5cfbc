import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { removeMember } from '../../administration/team/remove-member.ts'
import { openOauthClient, REDIRECT } from '../../testing/assistants/oauth-client.ts'
import { addStaff, PASSWORD, signedIn } from '../../testing/staff/team.ts'
import { basic, startTestService } from '../../testing/test-service.ts'

const { app, ctx, live } = await startTestService()
const { email } = await addStaff(ctx, live, 'owner')
const browser = await signedIn(app, email)
const { send, newTokens, check, callTools, statusWith } = await openOauthClient(app, browser)

describe('the tools and other credentials', () => {
  test('a caller without a token is shown where to get one', async () => {
    const answer = await callTools(null)
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer resource_metadata="https://goodword.example.com/.well-known/oauth-protected-resource/mcp"',
    )
    const wrong = await callTools('Bearer gwa_wrong')
    expect(wrong.headers['www-authenticate']).toContain('error="invalid_token"')
  })

  test('neither an API key nor a session is a token for the tools', async () => {
    expect((await callTools(basic(`${live.apiKey}:`))).statusCode).toBe(401)
    expect((await callTools(`Bearer ${live.apiKey}`)).statusCode).toBe(401)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await callTools(null, {}, { cookie })).statusCode).toBe(401)
  })

  test('a token for the tools opens neither the API nor the portal', async () => {
    const { access } = await newTokens()
    for (const authorization of [`Bearer ${access}`, basic(`${access}:`)]) {
      const headers = { authorization }
      expect((await send('GET', '/api/v1/acme/referrals', { headers })).status).toBe(401)
      expect((await send('GET', '/portal/session', { headers })).status).toBe(401)
    }
  })

  test('more than 64 kB are refused before they are read, and a method but POST is not there', async () => {
    const { access } = await newTokens()
    const changes = { params: { name: 'x'.repeat(100_000) } }
    expect((await callTools(`Bearer ${access}`, changes)).statusCode).toBe(413)
    const read = await app.inject({ method: 'GET', url: '/mcp' })
    expect([read.statusCode, read.headers.allow]).toEqual([405, 'OPTIONS, POST'])
  })

  test('a stream of changes is refused, so that no request stays open', async () => {
    const { access } = await newTokens()
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const changes = { method: 'subscriptions/listen', params: { notifications: {}, _meta: meta } }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
    const answer = await callTools(`Bearer ${access}`, changes, headers)
    expect(JSON.parse(answer.payload)).toMatchObject({ error: {} })
  })

  test('what an assistant may do ends with the membership and with a new password of the person', async () => {
    const person = await addStaff(ctx, live, 'admin', 'leaving@acme.example.com')
    const own = await signedIn(app, person.email)
    const before = (await newTokens(own)).access
    expect(await statusWith(before)).toBe(200)
    const change = { currentPassword: PASSWORD, newPassword: 'another correct horse' }
    expect((await own.request('POST', '/portal/auth/change-password', { body: change })).status).toBe(200)
    expect(await statusWith(before)).toBe(401)
    const after = (await newTokens(own)).access
    await removeMember(ctx, live.alias, { staffId: person.staffId, callerRole: 'owner' })
    expect(await statusWith(after)).toBe(401)
  })
})

describe('a page in a browser', () => {
  const PAGE = 'https://assistant.example.com'
  const addresses = [
    ['POST', '/mcp'],
    ['GET', '/.well-known/oauth-protected-resource'],
    ['GET', '/.well-known/oauth-protected-resource/mcp'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['POST', '/oauth/register'],
    ['POST', '/oauth/token'],
    ['POST', '/oauth/revoke'],
  ] as const

  test.for(addresses)('a page of any site may call %s %s, without credentials', async ([method, url]) => {
    const asked = await app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin: PAGE,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
      },
    })
    expect([asked.statusCode, asked.payload]).toEqual([204, ''])
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Authorization, *',
    })
    const answer = await app.inject({ method, url, headers: { origin: PAGE } })
    for (const { headers } of [asked, answer]) {
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  test('a page reads where to get a token, and calls the tools with one', async () => {
    const { headers, statusCode } = await callTools(null, {}, { origin: PAGE })
    expect(statusCode).toBe(401)
    expect(headers['access-control-expose-headers']).toMatch(/^WWW-Authenticate, /)
    const { access } = await newTokens()
    expect((await callTools(`Bearer ${access}`, {}, { origin: PAGE })).statusCode).toBe(200)
  })

  test.for([
    'http://evil.example.com',
    'http://evil.example.com:4000',
    'http://localhost.evil.example.com',
    'null',
    '',
    'evil',
  ])(
    'a page that could have borrowed the address of a service (%s) is refused, whatever its token',
    async (origin) => {
      const { access } = await newTokens()
      for (const [method, url] of addresses) {
        const answer = await app.inject({
          method,
          url,
          headers: { origin, authorization: `Bearer ${access}` },
        })
        expect([url, answer.statusCode]).toEqual([url, 403])
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
      }
    },
  )

  test.for([
    'http://localhost:6274',
    'http://127.0.0.1:6274',
    'http://[::1]:6274',
    'chrome-extension://abcdef',
  ])('a page of the own machine (%s) may call', async (origin) => {
    const { access } = await newTokens()
    expect((await callTools(`Bearer ${access}`, {}, { origin })).statusCode).toBe(200)
  })

  test('the page where a person decides is opened and not called', async () => {
    const answer = await app.inject({ method: 'GET', url: '/oauth/authorize', headers: { origin: PAGE } })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('a client that has a document about itself', () => {
  /** Serves a document on this machine, which a service with local targets may read. */
  async function serveDocument(document: (url: string) => unknown): Promise<string> {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document(url)))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`
    return url
  }
  test('a client is known by the address of its document, which names it', async () => {
    const id = await serveDocument((url) => ({
      client_id: url,
      client_name: 'Documented',
      redirect_uris: [REDIRECT],
    }))
    expect(await check({ client_id: id })).toMatchObject({ status: 200, body: { name: 'Documented' } })
  })

  test.for([
    ['names another client', () => ({ client_id: 'https://other.example.com/', redirect_uris: [REDIRECT] })],
    ['has no addresses', (url: string) => ({ client_id: url })],
    [
      'has another address',
      (url: string) => ({ client_id: url, redirect_uris: ['https://other.example.com/'] }),
    ],
    [
      'is too long',
      (url: string) => ({ client_id: url, redirect_uris: [REDIRECT], more: 'x'.repeat(20_000) }),
    ],
  ] as const)('a document that %s is refused', async ([, document]) => {
    expect((await check({ client_id: await serveDocument(document) })).status).toBe(400)
  })
})
