import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Browser } from '../staff/browser.ts'

export const REDIRECT = 'https://assistant.example.com/callback'
export const RESOURCE = 'https://goodword.example.com/mcp'
const VERIFIER = 'v'.repeat(43)
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

type Fields = Readonly<Record<string, string>>
type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** A client without a library, whose requests a test can change, and the browser of the person who allows it. */
export async function openOauthClient(app: FastifyInstance, browser: Browser) {
  const registered = await register({ client_name: 'Clever assistant', redirect_uris: [REDIRECT] })
  const clientId = String(registered.body.client_id)
  const request = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'state of the client',
    resource: RESOURCE,
  }

  async function send(method: 'GET' | 'POST', url: string, options: object = {}): Promise<Answer> {
    const { statusCode: status, payload } = await app.inject({ method, url, ...options })
    return { status, body: JSON.parse(payload === '' ? '{}' : payload) }
  }

  function register(body: object): Promise<Answer> {
    return send('POST', '/oauth/register', { payload: body })
  }

  function post(url: string, fields: Fields): Promise<Answer> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return send('POST', url, { headers, payload: new URLSearchParams(fields).toString() })
  }

  function allow(changes: object = {}, choice: object = {}, by: Browser = browser) {
    const body = { request: { ...request, ...changes }, tenantAlias: 'acme', mayWrite: true, ...choice }
    return by.request('POST', '/portal/assistants', { body })
  }

  async function newCode(by: Browser = browser): Promise<string> {
    const { body } = await allow({}, {}, by)
    return new URL(String(body.redirectTo)).searchParams.get('code') ?? ''
  }

  function exchange(code: string, changes: Fields = {}): Promise<Answer> {
    return post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      code,
      ...changes,
    })
  }

  return {
    clientId,
    request,
    send,
    register,
    allow,
    newCode,
    exchange,
    check: (changes: object) =>
      browser.request('POST', '/portal/assistants/check', { body: { request: { ...request, ...changes } } }),
    async newTokens(by: Browser = browser) {
      const { body } = await exchange(await newCode(by))
      return { access: String(body.access_token), refresh: String(body.refresh_token) }
    },
    refresh: (token: string, client = clientId) =>
      post('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: client }),
    revoke: (token: string) => post('/oauth/revoke', { token }),
    callTools,
    statusWith: async (access: string) => (await callTools(`Bearer ${access}`)).statusCode,
  }

  function callTools(authorization: string | null, changes: object = {}, headers: Fields = {}) {
    return app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(authorization === null ? {} : { authorization }),
        ...headers,
      },
      payload: JSON.stringify({ ...LIST, ...changes }),
    })
  }
}
