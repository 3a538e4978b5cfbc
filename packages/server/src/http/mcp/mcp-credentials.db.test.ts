import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { removeMember } from '../../operations/administration/staff/remove-member.ts'
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

  test('a page of another site cannot call the tools, whatever its token', async () => {
    const { access } = await newTokens()
    const answer = await callTools(`Bearer ${access}`, {}, { origin: 'https://evil.example.com' })
    expect(answer.statusCode).toBe(403)
  })

  test('more than 64 kB are refused before they are read, and a method but POST is not there', async () => {
    const { access } = await newTokens()
    const changes = { params: { name: 'x'.repeat(100_000) } }
    expect((await callTools(`Bearer ${access}`, changes)).statusCode).toBe(413)
    const read = await app.inject({ method: 'GET', url: '/mcp' })
    expect([read.statusCode, read.headers.allow]).toEqual([405, 'POST'])
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
