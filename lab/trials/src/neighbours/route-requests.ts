import { createHash, randomBytes } from 'node:crypto'
import type { TenantId } from '@goodword/domain/values/ids'
import { openDatabase } from '@goodword/server/engine/driver/database'
import {
  type LongRequest,
  longRequestsOf,
  routesOfService,
} from '@goodword/server/testing/requests/route-table'
import { runCommand } from '@goodword/server/testing/run-command'
import { addStaff, PASSWORD } from '@goodword/server/testing/staff/team'
import { testContext } from '@goodword/server/testing/test-context'
import { createTestDatabase } from '@goodword/server/testing/test-database'
import type { Tenant } from '../laboratory/processes/goodword.ts'
import { basicOf, post } from './attacks.ts'
import { CODE, type Neighbourhood } from './neighbourhood.ts'

/** A request of a route with the parameters that take longest. */
export type RouteRequest = { readonly name: string; readonly text: string }

/** Every route of the table, called without a key, with the weakest one, and through an assistant. */
export async function routeRequests(neighbourhood: Neighbourhood): Promise<readonly RouteRequest[]> {
  const { env, loud } = neighbourhood
  const { code, output, errors } = await runCommand(env, 'key', 'create', loud.test.alias, '--scopes', 'read')
  if (code !== 0) throw new Error(`the key could not be created: ${errors}`)
  const reader = { alias: loud.test.alias, apiKey: String(JSON.parse(output).apiKey) }
  return [
    ...(await requestsOfStrangers(loud.live)),
    ...longRequestsOf('read').map((it) => requestWithKey(it, reader)),
    ...(await requestsOfAssistant(neighbourhood)),
  ]
}

async function requestsOfStrangers({ alias }: Tenant): Promise<readonly RouteRequest[]> {
  const { service } = await createTestDatabase()
  const routes = await routesOfService(service)
  // A request for the head alone takes what a whole one takes.
  const served = [
    ...routes.filter((it) => it.method !== 'HEAD'),
    { method: 'GET', url: '/portal/' },
    { method: 'GET', url: '/nowhere' },
  ]
  return served.map(({ method, url }) => {
    const path = url.replace(':tenantAlias', alias).replace(':code', CODE).replaceAll(/:\w+/g, 'sharer')
    const query = url.endsWith('qr.png') ? '?size=2000' : url.endsWith('/welcome') ? `?code=${CODE}` : ''
    // A crawler gets a preview of a share link.
    const head = 'Host: a\r\nUser-Agent: facebookexternalhit/1.1\r\n'
    const text =
      method === 'GET' || method === 'OPTIONS'
        ? `${method} ${path.replace('*', 'x')}${query} HTTP/1.1\r\n${head}\r\n`
        : post(path, '{}', 'Content-Type: application/json\r\n').replace(/^POST/, method)
    return { name: `a stranger: ${method} ${url}`, text }
  })
}

function requestWithKey({ method, path, query, body }: LongRequest, tenant: Tenant): RouteRequest {
  const filled = path.replaceAll('{code}', CODE).replaceAll(/\{\w+\}/g, 'sharer')
  const url = `/api/v1/${tenant.alias}${filled}?${query}`
  const key = `Authorization: ${basicOf(tenant)}\r\n`
  const text =
    body === undefined
      ? `${method} ${url} HTTP/1.1\r\nHost: a\r\n${key}\r\n`
      : post(url, JSON.stringify(body), `${key}Content-Type: application/json\r\n`)
  return { name: `a key that reads: ${method} ${path}`, text }
}

/** The dearest input of tools that take one. */
const inputs: Readonly<Record<string, object>> = {
  search_docs: { query: 'how does a discount of a referral reach the next bill of a customer' },
  search_people: { query: 'maria', limit: 100 },
  get_account: { accountId: 'sharer' },
  explain_referral: { accountId: 'sharer' },
  list_referrals: { limit: 100 },
  list_reviews: { limit: 100 },
  get_statistics: { from: '2026-01-01', to: '2026-12-31', interval: 'DAY' },
}

/** The tools, by an assistant of the member of staff who may do least. */
async function requestsOfAssistant({ env, port, loud }: Neighbourhood): Promise<readonly RouteRequest[]> {
  const url = `http://127.0.0.1:${port}`
  const token = await tokenOfAssistant(url, env, loud.live)
  const request = (method: string, params: object) =>
    post(
      '/mcp',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n`,
    )
  const list = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  const names = [...(await list.text()).matchAll(/"name":"([a-z_]+)","title"/g)].map(([, name = '']) => name)
  const missing = Object.keys(inputs).filter((it) => !names.includes(it))
  if (missing.length > 0) throw new Error(`an assistant has no tools named ${missing.join(', ')}`)
  return [
    { name: 'an assistant: tools/list', text: request('tools/list', {}) },
    ...names.map((name) => ({
      name: `an assistant: ${name}`,
      text: request('tools/call', { name, arguments: inputs[name] ?? {} }),
    })),
  ]
}

/** Does what an assistant and its person do until it has a token. */
async function tokenOfAssistant(url: string, env: Neighbourhood['env'], { alias }: Tenant): Promise<string> {
  const database = openDatabase({ connectionString: env.DATABASE_URL ?? '' }, 'owner', 1)
  const ctx = testContext(database, { now: () => Date.now() })
  const { email } = await addStaff(ctx, { alias: alias as TenantId, apiKey: '', signingKey: '' }, 'analyst')
  await database.close()
  const headers = { 'content-type': 'application/json', origin: url }
  const json = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })
  const signedIn = await fetch(`${url}/portal/auth/sign-in/email`, {
    ...json({ email, password: PASSWORD }),
    headers,
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((it) => it.split(';')[0])
    .join('; ')
  const verifier = randomBytes(32).toString('hex')
  const redirect = 'https://assistant.example.com/callback'
  const client = await fetch(`${url}/oauth/register`, {
    ...json({ client_name: 'Assistant', redirect_uris: [redirect] }),
    headers,
  })
  const { client_id: clientId } = (await client.json()) as { client_id: string }
  const asked = {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirect, state: 'any' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...{ code_challenge_method: 'S256', resource: `${url}/mcp` },
  }
  const allowed = await fetch(`${url}/portal/assistants`, {
    ...json({ request: asked, tenantAlias: alias, mayWrite: false }),
    headers: { ...headers, cookie },
  })
  const { redirectTo } = (await allowed.json()) as { redirectTo: string }
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirect },
      code: new URL(redirectTo).searchParams.get('code') ?? '',
      code_verifier: verifier,
    }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
