import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { TenantId } from '@goodword/domain/values/ids'
import { openDatabase } from '@goodword/server/engine/driver/database'
import { makeEnvironment } from '@goodword/server/testing/program'
import { callApi } from '@goodword/server/testing/requests/call-api'
import {
  type LongRequest,
  longRequestsOf,
  routesOfService,
} from '@goodword/server/testing/requests/route-table'
import { runCommand } from '@goodword/server/testing/run-command'
import { addStaff, PASSWORD } from '@goodword/server/testing/staff/team'
import { testContext } from '@goodword/server/testing/test-context'
import { createTestDatabase } from '@goodword/server/testing/test-database'
import { afterAll, beforeAll } from 'vitest'
import { runSteadyLoad, type SteadyLoadResult } from '../laboratory/load/steady-load.ts'
import { wireRequest } from '../laboratory/load/wire-request.ts'
import {
  createBothModes,
  createTenant,
  type RunningService,
  startGoodword,
  type Tenant,
  trialEnvironment,
  untilListening,
} from '../laboratory/processes/goodword.ts'
import type { GuardedProgram, ProgramOptions } from '../laboratory/processes/guarded-program.ts'
import { quantile } from '../laboratory/report/quantiles.ts'
import { trialSize } from '../trial-size.ts'
import type { Order } from './attacker.ts'

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
    const headers = { 'User-Agent': 'facebookexternalhit/1.1' }
    const text =
      method === 'GET' || method === 'OPTIONS'
        ? wireRequest(method, `${path.replace('*', 'x')}${query}`, { headers })
        : wireRequest(method, path, { body: {} })
    return { name: `a stranger: ${method} ${url}`, text }
  })
}

function requestWithKey({ method, path, query, body }: LongRequest, tenant: Tenant): RouteRequest {
  const filled = path.replaceAll('{code}', CODE).replaceAll(/\{\w+\}/g, 'sharer')
  const url = `/api/v1/${tenant.alias}${filled}?${query}`
  const text = wireRequest(method, url, { apiKey: tenant.apiKey, body })
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
    wireRequest('POST', '/mcp', {
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method, params },
    })
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

/** The p99 of a short form says nothing. */
export const isQuietMeasured = trialSize(false, true)
/** The most that a tenant may wait longer beside an attack than in the quiet before it. */
export const MAX_SLOWDOWN = 3
/** Below it a ratio says more of the machine than of the service. */
export const MIN_QUIET_P99_MS = 20
/** A test program may be filled a fifth as fast. */
const people = { live: trialSize(1000, 20_000), test: trialSize(1000, 4000) } as const

type Neighbourhood = {
  readonly env: Readonly<Record<string, string>>
  readonly port: number
  /** A merchant who asks little. */
  readonly calm: Tenant
  /** A merchant with thousands of people, and the operator of what attacks. */
  readonly loud: Readonly<Record<'live' | 'test', Tenant>>
  /** The result of the merchant with few requests in so many seconds. */
  readonly neighbour: (seconds: number) => Promise<SteadyLoadResult>
  /** Attacks from a thread of its own; returns how many answers of each status it got. */
  readonly attack: (order: Omit<Order, 'attacked'>) => Promise<Readonly<Record<string, number>>>
}

/** A service with limits and two merchants, for the tests of a file. */
export async function startNeighbourhood(): Promise<() => Neighbourhood> {
  const { env, drop } = await makeEnvironment()
  afterAll(drop)
  const startService = servicesOfTests()
  let found: Neighbourhood | null = null
  beforeAll(async () => {
    const { port } = await startService({ ...env, RATE_LIMITS: 'on', ALLOW_LOCAL_TARGETS: 'on' })
    const [calm, loud] = await Promise.all([createTenant(env, 'calm'), createBothModes(env, 'loud')])
    await Promise.all((['live', 'test'] as const).map((mode) => fillProgram(port, loud[mode], people[mode])))
    found = {
      ...{ env, port, calm, loud },
      neighbour: (seconds) => neighbour(port, calm, seconds),
      attack: (order) => attack({ ...order, attacked: { port, ...loud } }),
    }
  }, 600_000)
  return () => {
    if (found === null) throw new Error('the service has not been started')
    return found
  }
}

async function attack(order: Order): Promise<Readonly<Record<string, number>>> {
  const attacker = new Worker(resolve(import.meta.dirname, 'attacker.ts'), { workerData: order })
  const [statuses] = await once(attacker, 'message')
  await attacker.terminate()
  return statuses
}

/** A tenant with few requests: it reports subscriptions, and reads them again. */
function neighbour(port: number, { alias, apiKey }: Tenant, seconds: number): Promise<SteadyLoadResult> {
  return runSteadyLoad({
    ...{ port, connections: 8, perSecond: 40, seconds },
    request: (index) =>
      index % 2 === 0
        ? wireRequest('POST', `/api/v1/${alias}/accountsync`, {
            apiKey,
            body: { id: `acct_${index}`, subscription: { status: 'TRIAL' } },
          })
        : wireRequest('GET', `/api/v1/${alias}/users?limit=10`, { apiKey }),
  })
}

/** People whose lists are long, each with a referral. */
async function fillProgram(port: number, tenant: Tenant, most: number): Promise<void> {
  const call = (path: string, body: unknown) =>
    wireRequest('POST', `/api/v1/${tenant.alias}${path}`, { apiKey: tenant.apiKey, body })
  await callApi(`http://127.0.0.1:${port}`, tenant, '/user', {
    body: { accountId: 'sharer', id: 'sharer', referralCode: CODE },
  })
  let filled = 0
  while (filled < most) {
    const { byStatus } = await runSteadyLoad({
      ...{ port, connections: 32, perSecond: null, seconds: 1 },
      request: (index) =>
        index % 2 === 0
          ? call('/user', { accountId: `acct_${filled}_${index}`, id: 'user', firstName: 'Maria' })
          : call('/accountsync', {
              id: `friend_${filled}_${index}`,
              referral: { code: CODE },
              subscription: { status: 'TRIAL' },
            }),
    })
    filled += byStatus['200'] ?? 0
  }
}

/** The code of a person with many friends. */
const CODE = 'SHARED'

export function summary({ byStatus, broken, unsent, latenciesMs }: SteadyLoadResult) {
  return {
    ...{ byStatus, broken, unsent },
    p50: quantile(latenciesMs, 0.5),
    p99: quantile(latenciesMs, 0.99),
  }
}

/** Returns how to start a service at a free port, which is killed when the tests of the file are over. */
export function servicesOfTests(): (env: ProgramOptions['env']) => Promise<RunningService> {
  const programs: GuardedProgram[] = []
  afterAll(async () => {
    await Promise.all(programs.map((it) => it.endBy('SIGKILL')))
  })
  return (env) => {
    const program = startGoodword({ env: { ...trialEnvironment, ...env, PORT: '0' } })
    programs.push(program)
    return untilListening(program)
  }
}
