import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CreatedApiKey } from './administration/keys/create-api-key.ts'
import type { NamedKeys, TenantPair } from './administration/tenants/create-tenant.ts'
import { findRunningDatabase } from './engine/embedded-database/start.ts'
import { secretKeyFile } from './engine/secrets/secret-key.ts'
import { makeDataFolder } from './testing/database/data-folder.ts'
import { query } from './testing/embedded-database/scratch.ts'
import { type Secrets, secretsBelow, secretsIn } from './testing/erasure/erased-traces.ts'
import { startBraintreeSandbox } from './testing/processor/braintree-sandbox.ts'
import { givenBraintreeShop } from './testing/processor/braintree-shop.ts'
import { startProgram } from './testing/program.ts'
import { runCommand } from './testing/run-command.ts'
import { signToken } from './testing/sign.ts'
import { basic } from './testing/test-service.ts'

const { folder: dataDir, remove } = await makeDataFolder('goodword-secrets-')
afterAll(remove)
const env = {
  DATA_DIR: dataDir,
  // The demo has its keys without a year of sample data.
  DEMO: 'empty',
  PORT: '0',
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'off',
  ALLOW_LOCAL_TARGETS: 'on',
}
const gateway = await startBraintreeSandbox()
afterAll(() => gateway.close())
/** A text that is no secret: finding it shows that the search would find one. */
const canary = `canary-${randomUUID()}@example.com`

test('I14: no key is readable in the database, its files, its WAL or the data directory', async () => {
  const service = startProgram('main.ts', env)
  const [, url = ''] = await service.waitForOutput(/"baseUrl":"([^"]+)"/)
  // A start as root keeps the database elsewhere.
  const [, location = ''] = await service.waitForOutput(/"dataDirectory":"([^"]+)"/)

  const secrets = { ...(await useEveryKey(url)), ...(await connectProcessor(url)) }
  const values = await everyValue()
  expect(values).toContain(canary)
  expect(secretsIn(Buffer.from(values), secrets)).toEqual([])

  service.child.kill('SIGTERM')
  await service.ended
  const keyFiles = [secretKeyFile(dataDir), join(dataDir, 'demo.json')]
  for (const file of keyFiles) expect(secretsIn(await readFile(file), secrets)).not.toEqual([])
  for (const folder of [dataDir, location]) {
    expect((await secretsBelow(folder, secrets, keyFiles)).found).toEqual([])
  }
  const everywhere = await secretsBelow(location, { canary: Buffer.from(canary) })
  expect(everywhere.found.filter((it) => it.includes('pg_wal/'))).not.toEqual([])
  expect(everywhere.found.filter((it) => it.includes('base/'))).not.toEqual([])
})

/** Has every kind of key made, used rightly and wrongly, and renewed. */
async function useEveryKey(url: string): Promise<Secrets> {
  const demo: TenantPair = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const { live, test: testMode } = await operate<TenantPair>('tenant', 'create', 'shop')
  for (const keys of [demo.live, demo.test, live, testMode]) await useKeys(url, keys)
  const more = await operate<CreatedApiKey>('key', 'create', 'shop', '--scopes', 'read,write,money,admin')
  const rolled = await operate<CreatedApiKey>('key', 'roll', more.keyId)
  const signing = await operate<{ signingKey: string }>('signing-key', 'roll', 'shop')
  await useKeys(url, { ...live, apiKey: more.apiKey, signingKey: signing.signingKey })
  await useKeys(url, { ...live, apiKey: rolled.apiKey })
  const secretKey = (await readFile(secretKeyFile(dataDir), 'utf8')).trim()
  const texts = {
    'the secret key in hex': secretKey,
    'a new API key': more.apiKey,
    'a rolled API key': rolled.apiKey,
    'a rolled signing key': signing.signingKey,
    ...Object.fromEntries(
      [demo.live, demo.test, live, testMode].flatMap(({ alias, apiKey, signingKey }) => [
        [`API key of ${alias}`, apiKey],
        [`signing key of ${alias}`, signingKey],
      ]),
    ),
  }
  const secrets = Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)])
  return { ...Object.fromEntries(secrets), 'the secret key': Buffer.from(secretKey, 'hex') }
}

/** Has a private key stored and used; also where it does not belong. */
async function connectProcessor(url: string): Promise<Secrets> {
  const { test: keys } = await operate<TenantPair>('tenant', 'create', 'connected')
  const privateKey = `private-${randomUUID()}`
  const { credentials } = await givenBraintreeShop(gateway, {}, privateKey)
  const request = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}/api/v1/${keys.alias}${path}`, {
      method,
      headers: {
        authorization: basic(`${keys.apiKey}:`),
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const { status, body } = await request('PUT', '/connection', credentials)
  expect(status).toBe(200)
  expect((await request('PUT', '/connection', { ...credentials, publicKey: privateKey })).status).toBe(400)
  expect((await request('POST', '/connection/check')).status).toBe(200)
  await operate('connection', 'show', keys.alias)
  const webhook = await request('POST', '/webhooks', { url: 'http://127.0.0.1:1/' })
  const rotated = await request('POST', `/webhooks/${String(webhook.body.id)}/rotate`)
  expect([webhook.status, rotated.status]).toEqual([201, 200])
  const token = String(body.webhookUrl).split('/').at(-1) ?? ''
  return {
    'the private key at the processor': Buffer.from(privateKey),
    'the token of the notification URL': Buffer.from(token),
    'the secret of a webhook receiver': Buffer.from(String(webhook.body.secret)),
    'a rotated secret of a webhook receiver': Buffer.from(String(rotated.body.secret)),
  }
}

async function useKeys(url: string, { alias, apiKey, signingKey }: NamedKeys): Promise<void> {
  const name = randomUUID()
  const credentials = [`${apiKey}:`, `:${apiKey}`, `${apiKey}:${apiKey}`]
  const post = async (path: string, body: unknown, authorization = basic(credentials[0] ?? '')) =>
    fetch(`${url}/api/v1/${alias}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': name },
      body: JSON.stringify(body),
    })
  expect((await post('/user', { accountId: name, id: 'u', email: canary })).status).toBe(200)
  for (const it of credentials) {
    const answer = await post('/accountsync', { id: name }, basic(it))
    expect([200, 422]).toContain(answer.status)
  }
  const reward = { type: 'CREDIT', unit: 'EUR', credit: 500 }
  await post('/rewards', { accountId: name, reward })
  await post('/credit/redeem', { accountId: name, unit: 'EUR', amount: 1 })
  const person = { account_id: name, user_id: 'u', email: canary }
  const now = Math.floor(Date.now() / 1000)
  const jwt = signToken(signingKey, { ...person, iat: now, exp: now + 60 })
  await post('/open/identify', { ...person, jwt })
  await post('/open/identify', person, `Bearer ${jwt}`)
  // Where no key belongs.
  for (const wrong of [basic(`${signingKey}:`), `Bearer ${apiKey}`, apiKey]) {
    expect((await post('/accountsync', { id: name }, wrong)).status).toBe(401)
  }
  await post('/open/identify', { ...person, jwt: apiKey, checksum: signingKey })
  await post(`/accountsync?key=${apiKey}`, '{')
  await fetch(`${url}/api/v1/${alias}/code/${apiKey}`, { headers: { authorization: basic(`${apiKey}:`) } })
}

async function operate<Answer>(...args: string[]): Promise<Answer> {
  const { code, output, errors } = await runCommand(env, ...args)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${errors}`)
  return JSON.parse(output)
}

/** Every row of every table as text, the server’s own tables included; and everything is written to its file. */
async function everyValue(): Promise<string> {
  const connection = await findRunningDatabase({ dataDir })
  if (connection === undefined) throw new Error('embedded database not found')
  const tables = await query(
    connection,
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p')`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const rows = await query(connection, `select t::text as line from ${name} t`)
    lines.push(...rows.map(({ line }) => `${name} ${line}`))
  }
  await query(connection, 'checkpoint')
  return lines.join('\n')
}
