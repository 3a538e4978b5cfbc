import { get } from 'node:http'
import { afterAll, expect, test, vi } from 'vitest'
import { startNameServer } from './testing/name-server.ts'
import { endPrograms, makeEnvironment, type Program, startProgram } from './testing/program.ts'
import { runCommand } from './testing/run-command.ts'
import { joinStaff, makePortalSecrets } from './testing/staff/call-portal.ts'

const nameServer = await startNameServer()
const made = await makeEnvironment()
const env = { ...made.env, NAME_SERVERS: nameServer.address }
const running: Program[] = []

afterAll(async () => {
  await endPrograms(running, 'SIGKILL')
  await made.drop()
  await nameServer.close()
})

/** The guide on operating says how many seconds it takes; this is longer, for a busy machine. */
const SOON = { timeout: 120_000, interval: 50 }
const HOST = 'go.shop.example.com'
const person = { id: 'owner', email: 'owner@shop.example', firstName: 'Olga', lastName: 'Owner', note: '' }

async function startWeb(): Promise<string> {
  const program = startProgram('main.ts', { ...env, PROCESS: 'web' })
  running.push(program)
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  await program.waitForOutput(/"msg":"service started"/)
  return url
}

const [one = '', other = ''] = await Promise.all([startWeb(), startWeb()])
const page = 'https://shop.example/welcome'
const created = (await runCommand(env, 'tenant', 'create', 'shop', '--landing-page', page)).output
const { apiKey } = JSON.parse(created).live

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  key = apiKey,
): Promise<Answer> {
  const headers = { authorization: `Basic ${btoa(`${key}:`)}`, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(`${url}/api/v1/shop${path}`, { method, headers, ...sent })
  return { status: answer.status, body: JSON.parse((await answer.text()) || '{}') }
}

async function makeCode(): Promise<string> {
  const user = { accountId: 'ada', id: 'ada_user', email: 'ada@example.com' }
  return String((await call(one, 'POST', '/user', user)).body.referralCode)
}

/** The status of a GET request with headers that `fetch` does not send. */
function statusOf(address: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })
}

/** Waits until it is so, and sees that it stays so. */
async function becomes<Value>(look: () => Promise<Value>, value: Value): Promise<void> {
  await vi.waitFor(async () => expect(await look()).toBe(value), SOON)
  for (let repeat = 0; repeat < 5; repeat += 1) expect(await look()).toBe(value)
}

test('what one web process changes, another acts on soon: keys, domains and allowed pages', async () => {
  const made = await call(one, 'POST', '/api-keys', { name: 'second', scopes: ['read'] })
  const second = String(made.body.apiKey)
  const withSecond = async () => (await call(other, 'GET', '/referrals', undefined, second)).status
  await becomes(withSecond, 200)
  expect((await call(one, 'DELETE', `/api-keys/${made.body.id}`)).status).toBe(200)
  await becomes(withSecond, 401)

  const code = await makeCode()
  const share = (host: string) => () => statusOf(`${other}/${code}`, { host })
  const { status, body: domain } = await call(one, 'POST', '/domains', { domain: HOST })
  expect(status).toBe(201)
  const { name, value } = domain.proof as { readonly name: string; readonly value: string }
  nameServer.texts.set(name, [[value]])
  const check = async () => (await call(one, 'POST', `/domains/${HOST}/check`)).body.state
  await becomes(check, 'VERIFIED')
  await becomes(share(HOST), 302)
  expect((await call(one, 'DELETE', `/domains/${HOST}`)).status).toBe(200)
  await becomes(share(HOST), 404)

  const origin = 'https://elsewhere.example'
  const allowed = async () => {
    const answer = await fetch(`${other}/api/v1/shop/open/code/${code}`, { headers: { origin } })
    return answer.headers.get('access-control-allow-origin')
  }
  await becomes<string | null>(allowed, '*')
  const { body: program } = await call(one, 'GET', '/program')
  const changed = { ...program, allowedOrigins: ['https://shop.example'] }
  expect((await call(one, 'PUT', '/program', changed)).status).toBe(200)
  await becomes<string | null>(allowed, null)
})

test('a session that ends at one process has ended at the other at once', async () => {
  const secrets = makePortalSecrets()
  const invited = (await runCommand(env, 'staff', 'invite', 'shop', person.email)).output
  const cookie = await joinStaff(one, invited, person, secrets)
  const session = () => statusOf(`${other}/api/v1/shop/referrals`, { cookie })
  expect(await session()).toBe(200)
  const headers = { cookie, origin: one, 'content-type': 'application/json' }
  await fetch(`${one}/portal/auth/sign-out`, { method: 'POST', headers, body: '{}' })
  expect(await session()).toBe(401)
})

test('both processes stop serving a program that the operator disables', async () => {
  const code = await makeCode()
  const looks = [one, other].flatMap((url) => [
    { look: async () => (await call(url, 'GET', '/referrals')).status, before: 200, after: 401 },
    { look: () => statusOf(`${url}/r/shop/${code}`, {}), before: 302, after: 404 },
  ])
  for (const { look, before } of looks) await becomes(look, before)
  await runCommand(env, 'tenant', 'disable', 'shop', '--yes')
  for (const { look, after } of looks) await becomes(look, after)
})
