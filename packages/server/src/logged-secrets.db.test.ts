import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { allEndpoints } from '@goodword/contract/all-endpoints'
import { idempotencyOf } from '@goodword/contract/frame/endpoint'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, test } from 'vitest'
import { type Secrets, secretsIn } from './testing/erasure/erased-traces.ts'
import { startBraintreeSandbox } from './testing/processor/braintree-sandbox.ts'
import { type BraintreeShop, givenBraintreeShop } from './testing/processor/braintree-shop.ts'
import { tryConnecting, tryNotifying } from './testing/processor/try-connection.ts'
import {
  endPrograms,
  makeEmptyEnvironment,
  makeEnvironment,
  type Program,
  startProgram,
} from './testing/program.ts'
import { runCommand } from './testing/run-command.ts'
import {
  callPortal,
  joinStaff,
  makePortalSecrets,
  singleSignOnSettings,
} from './testing/staff/call-portal.ts'

const { env, execute, drop } = await makeEnvironment()

const gateway = await startBraintreeSandbox()

const folder = temporaryFolder()

const running: Program[] = []

afterAll(async () => {
  await endPrograms(running, 'SIGKILL')
  await gateway.close()
  await drop()
})

/** Personal data that must not be logged: IDs, names and addresses. */
const person = {
  id: 'quillon-the-id',
  code: 'QUILLONSCODE',
  email: 'quillon-the-first@example.net',
  firstName: 'Quillon-given',
  lastName: 'Quillon-family',
  note: 'quillon-in-an-unknown-field',
}

const secrets = {
  secretKey: randomBytes(32).toString('hex'),
  metricsToken: `metrics-${randomBytes(16).toString('hex')}`,
  databasePassword: `database-${randomBytes(16).toString('hex')}`,
  mailPassword: `mail-${randomBytes(16).toString('hex')}`,
  privateKey: `private-${randomBytes(16).toString('hex')}`,
  cookie: `cookie-${randomBytes(16).toString('hex')}`,
  ...makePortalSecrets(),
  guessedKey: `gw_live_${randomBytes(24).toString('hex')}`,
  jwt: `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify({ user: person })).toString('base64url')}.c2lnbmF0dXJl`,
}

/** The server of the tests requires no password, so any is accepted. */
function withPassword(address: string): string {
  const url = new URL(address)
  url.password = secrets.databasePassword
  return url.href
}

const environment = {
  ...env,
  DATABASE_URL: withPassword(env.DATABASE_URL ?? ''),
  SECRET_KEY: secrets.secretKey,
  METRICS_TOKEN: secrets.metricsToken,
  SMTP_URL: `smtp://mailer:${secrets.mailPassword}@mail.example.com:587`,
  RATE_LIMITS: 'off',
  ...singleSignOnSettings(secrets),
  ALLOW_LOCAL_TARGETS: 'on',
  LOG_LEVEL: 'trace',
}

function start(more: Readonly<Record<string, string>> = {}): Program {
  const program = startProgram('main.ts', { ...environment, ...more })
  running.push(program)
  return program
}

function found(output: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  const all = Object.entries({ ...person, ...secrets, ...more })
  const bytes: Secrets = Object.fromEntries(all.map(([name, text]) => [name, Buffer.from(text)]))
  return secretsIn(Buffer.from(output), bytes)
}

test('I14: no log line contains a secret or personal data, at any level and for any error', async () => {
  const { live, test: testMode } = JSON.parse(
    (await runCommand(environment, 'tenant', 'create', 'acme')).output,
  )
  const program = start()
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  await program.waitForOutput(/"msg":"service started"/)

  const { output: invited } = await runCommand(environment, 'staff', 'invite', 'acme', person.email)
  const cookie = await joinStaff(url, invited, person, secrets)
  await callEverything(url, live.apiKey)
  const tokens = await callPortal(url, cookie, person, secrets)
  expect(Object.keys(tokens)).toHaveLength(7)
  await callBadly(url, live.apiKey)
  const shop = await givenShop()
  const hookToken = await tryConnecting(url, testMode, shop)
  const hook = `${url}/hooks/test_acme/${hookToken}`
  const notification = await shop.sdk.webhookTesting.sampleNotification(
    'subscription_canceled' as never,
    person.id,
  )
  await tryNotifying(hook, notification)
  for (const { breaks, mends } of mishaps) {
    await execute(breaks)
    await callEverything(url, live.apiKey)
    Object.assign(tokens, await callPortal(url, cookie, person, secrets))
    await tryNotifying(hook, notification)
    if (mends !== null) await execute(mends)
  }
  program.child.kill('SIGTERM')
  const { output, errors } = await program.ended

  // The searched output has answers, refusals, defects and an outage.
  for (const seen of [
    '"status":200',
    '"status":401',
    '"status":404',
    '"code":"23514"',
    '"code":"22P02"',
    '"code":"42P01"',
  ]) {
    expect(output).toContain(seen)
  }
  expect(errors).toBe('')
  const keys = {
    session: cookie.slice(cookie.indexOf('=') + 1, -1),
    apiKey: live.apiKey,
    signingKey: live.signingKey,
    testKey: testMode.apiKey,
  }
  expect(found(output, { ...keys, ...tokens, hookToken, ...notification })).toEqual([])
})

test('I14: the commands for a connection never repeat a private key, whether they succeed or not', async () => {
  await runCommand(environment, 'tenant', 'create', 'other_shop')
  const { credentials } = await givenShop()
  const file = join(folder, 'credentials.json')
  const right = JSON.stringify(credentials)
  let written = ''
  for (const text of [right, right.slice(0, -2), right.replace('"private-', '" private-')]) {
    await writeFile(file, text)
    for (const alias of ['test_other_shop', 'other_shop', 'nobody']) {
      const { output, errors } = await runCommand(environment, 'connection', 'set', alias, '--file', file)
      written += output + errors
    }
  }
  for (const command of ['connection show', 'connection check', 'audit list'])
    written += (await runCommand(environment, ...command.split(' '), 'test_other_shop')).output
  expect(written).toContain(credentials.publicKey)
  expect(found(written)).toEqual([])
})

test('I14: a start that fails over secrets that are none does not repeat them', async () => {
  const { code, output, errors } = await start({
    SECRET_KEY: `${secrets.secretKey}${secrets.secretKey}`,
    METRICS_TOKEN: `${secrets.metricsToken} ${secrets.metricsToken}`,
    SMTP_URL: `smpt://mailer:${secrets.mailPassword}@mail.example.com`,
    BASE_URL: `https://me:${secrets.mailPassword}@example.com`,
    DATABASE_URL: `postgres//me:${secrets.databasePassword}@127.0.0.1`,
  }).ended
  expect(code).toBe(78)
  expect(errors.trimEnd().split('\n')).toHaveLength(5)
  expect(found(output + errors)).toEqual([])
})

test('I14: a failed start reports where it failed, without the row that caused it', async () => {
  const other = await makeEmptyEnvironment()
  // Something that no release has ever made.
  await other.execute(`create schema app`)
  await other.execute(`create table app.merchant (name text)`)
  const { code, output, errors } = await start({ DATABASE_URL: withPassword(other.env.DATABASE_URL ?? '') })
    .ended
  await other.drop()
  expect(code).toBe(1)
  expect(errors).toMatch(/^\w+: .*\n\s+at /)
  expect(found(output + errors)).toEqual([])
})

/** A merchant whose private key is among the secrets. */
function givenShop(): Promise<BraintreeShop> {
  return givenBraintreeShop(gateway, {}, secrets.privateKey)
}

/** Ways to make the database send its own messages, and how to undo them. */
const mishaps: readonly { readonly breaks: string; readonly mends: string | null }[] = [
  {
    breaks: `alter table app.account_user add constraint quarrel check (external_id not like 'quillon%') not valid`,
    mends: 'alter table app.account_user drop constraint quarrel',
  },
  {
    breaks: `alter table app.account_user add constraint quarrel check (external_id::integer > 0) not valid`,
    mends: 'alter table app.account_user drop constraint quarrel',
  },
  {
    breaks: 'alter table app.referral_code rename to moved',
    mends: 'alter table app.moved rename to referral_code',
  },
  {
    breaks: `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    mends: null,
  },
]

/** The example of every endpoint, about our person; each time about a new person, so that rows are written. */
async function callEverything(url: string, apiKey: string): Promise<void> {
  rounds += 1
  for (const endpoint of allEndpoints) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, (name) => (name === '{code}' ? person.code : person.id))
    await send(`${url}/api/v1/acme${path}?query=${encodeURIComponent(person.email)}`, {
      method: endpoint.method,
      headers: { authorization: `Basic ${btoa(`${apiKey}:`)}`, ...someHeaders },
      ...(endpoint.body === null ? {} : { body: JSON.stringify(aboutPerson(endpoint.example.body)) }),
    })
    await send(`${url}/api/v1/acme${path}`, {
      method: endpoint.method,
      headers: {
        authorization: `Basic ${btoa(`${apiKey}:`)}`,
        ...someHeaders,
        ...(idempotencyOf(endpoint) === 'none' ? {} : { 'idempotency-key': `${person.id}-${rounds}` }),
      },
      ...(endpoint.body === null ? {} : { body: JSON.stringify(aboutPerson(endpoint.example.body)) }),
    })
  }
  await send(`${url}/r/acme/${person.code}?email=${person.email}`, { headers: someHeaders })
}

let rounds = 0

const someHeaders = {
  'content-type': 'application/json',
  cookie: `session=${secrets.cookie}`,
  'x-forwarded-for': person.email,
  'user-agent': person.lastName,
}

/** The values with our person in the place of the example's people. */
function aboutPerson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(aboutPerson)
  const fields = Object.entries(value).map(([name, each]): [string, unknown] => [name, shownOf(name, each)])
  return { ...Object.fromEntries(fields), quillon: person.note, jwt: undefined }
}

function shownOf(name: string, value: unknown): unknown {
  if (/^(id|.*account_?id|user_?id)$/i.test(name)) return `${person.id}-${rounds}`
  if (/email/i.test(name)) return person.email
  if (/first_?name/i.test(name)) return person.firstName
  if (/last_?name/i.test(name)) return person.lastName
  return aboutPerson(value)
}

/** Sends requests that are refused before or beside any operation. */
async function callBadly(url: string, apiKey: string): Promise<void> {
  const post = { method: 'POST', headers: { ...someHeaders, authorization: `Basic ${btoa(`${apiKey}:`)}` } }
  const about = `${person.id}?email=${person.email}`
  await send(`${url}/${about}`, { headers: someHeaders })
  await send(`${url}/api/v1/acme/account/%zz${about}`, { headers: someHeaders })
  await send(`${url}/api/v1/acme/account/${about}`, {
    headers: {
      ...someHeaders,
      authorization: `Basic ${btoa(`${secrets.guessedKey}:${secrets.guessedKey}`)}`,
    },
  })
  await send(`${url}/api/v1/acme/user`, { ...post, body: `{"email":"${person.email}` })
  await send(`${url}/api/v1/acme/user`, { ...post, body: JSON.stringify({ accountId: [person.id] }) })
  await send(`${url}/api/v1/acme/open/identify`, {
    ...post,
    body: JSON.stringify({ account_id: person.id, user_id: person.id, jwt: secrets.jwt }),
  })
  await send(`${url}/api/v1/acme/open/identify`, {
    method: 'POST',
    headers: { ...someHeaders, authorization: `Bearer ${secrets.jwt}` },
    body: '{}',
  })
  await send(`${url}/metrics`, {
    headers: { ...someHeaders, authorization: `Bearer ${secrets.metricsToken}` },
  })
  await send(`${url}/metrics`, {
    headers: { ...someHeaders, authorization: `Bearer ${secrets.metricsToken}x` },
  })
  await sendBytes(
    url,
    `GET /${about} HTTP/1.1\r\nCookie: ${secrets.cookie}\r\nHost: a\r\nHost: ${person.email}\r\n\r\n`,
  )
  await sendBytes(url, `${person.email} ${secrets.guessedKey}\r\n\r\n`)
}

async function send(url: string, request: RequestInit): Promise<void> {
  const answer = await fetch(url, { ...request, redirect: 'manual' })
  await answer.arrayBuffer()
}

/** Sends bytes as they are over a connection of their own, and waits for its end. */
function sendBytes(url: string, bytes: string): Promise<void> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(bytes))
    socket.resume().once('close', () => done())
  })
}
