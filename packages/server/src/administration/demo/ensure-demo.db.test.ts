import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { allEndpoints } from '@goodword/contract/all-endpoints'
import { API_PREFIX } from '@goodword/contract/frame/openapi/openapi'
import { programDefaults } from '@goodword/contract/program/program'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import { systemClock } from '../../engine/foundation/clock.ts'
import { createLogger } from '../../engine/logging/logger.ts'
import { createSecretBox } from '../../engine/secrets/secret-box.ts'
import { makeSecretKey } from '../../engine/secrets/secret-key.ts'
import { findKeyHolder } from '../../frame/tenants/find-caller.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { readUser } from '../../referring/users/read-user.ts'
import { createServiceApp } from '../../routes/service-app.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { newcomer } from '../../tracking/newcomer.ts'
import { track } from '../../tracking/track.ts'
import { createTenant, insertPair } from '../tenants/create-tenant.ts'
import { demoCurls } from './demo-curls.ts'
import { demoFile, loadDemoKeys } from './demo-keys.ts'
import { DEMO_MERCHANT, type Demo, ensureDemo } from './ensure-demo.ts'

const { owner, service } = await createTestDatabase()
const clock = systemClock
const secretBox = createSecretBox(makeSecretKey())
const baseUrl = 'http://127.0.0.1:4000'
const ctx = testContext(service, clock, { baseUrl, secretBox })
const operator = testContext(owner, clock, { baseUrl, secretBox })

let dataDir: string
beforeEach(() => {
  dataDir = temporaryFolder(onTestFinished)
})
afterEach(async () => {
  const tables = 'merchant, tenant, api_key, signing_key, program, account, account_user'
  await owner.query({ name: '', text: `truncate ${tables} cascade` }, [])
})

async function made(): Promise<Demo> {
  const demo = await ensureDemo(operator, dataDir)
  if (demo === null) throw new Error('there is no demo')
  return demo
}

function assembled() {
  return createServiceApp(ctx, {
    logger: createLogger('silent'),
    isWorker: false,
    rateLimits: readConfig({}).rateLimits,
    ready: async () => ({}),
    runCustomer: async () => 'NOT_FINISHED',
  })
}

/** Sends what curl would, read from the text of the command. */
async function perform(app: ReturnType<typeof assembled>, command: string) {
  const [, credentials, url = ''] =
    /^curl -s (?:-u '([^']+)' |-o \S+ -w '[^']+' )?'([^']+)'/.exec(command) ?? []
  const body = / -d '([^']+)'$/.exec(command)?.[1]
  const answer = await app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: url.replace(baseUrl, ''),
    headers: {
      ...(credentials === undefined ? {} : { authorization: `Basic ${btoa(credentials)}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  return {
    status: answer.statusCode,
    method: body === undefined ? 'GET' : 'POST',
    url,
    location: answer.headers.location,
    body: answer.body.startsWith('{') ? answer.json() : null,
  }
}

test('every curl works as it is printed, in that order and again', async () => {
  const { live, test: testTenant } = await made()
  const app = assembled()
  for (const tenant of [live, live, testTenant]) {
    const answers = await inOrder(demoCurls(tenant, baseUrl), (it) => perform(app, it.command))
    const [code, trial, identified, paid, reward, discount, ...others] = answers
    const shared = others.pop()
    expect(code?.body).toMatchObject({ discountPercentage: 10, referrerName: 'Ada L.' })
    expect(trial?.body).toMatchObject({ id: 'acct_dave', referral: { code: code?.body.code } })
    expect(identified?.body).toMatchObject({ accountId: 'acct_dave', userId: 'user_dave' })
    expect(paid?.body).toMatchObject({ referral: { status: 'CONVERTED' } })
    expect(reward?.body).toMatchObject({ discountPercentage: 10, discountAmount: 4.99 })
    expect(discount).toMatchObject({ status: 409, body: { apiErrorCode: 'PROCESSOR_NOT_CONNECTED' } })
    for (const it of [code, trial, identified, paid, reward, ...others])
      expect(it).toMatchObject({ status: 200 })
    expect(shared).toMatchObject({
      status: 302,
      location: expect.stringContaining(`refCode=${code?.body.code}`),
    })
  }
})

/** The life of a referral, from the code to the reward: what an integration calls, and what reads how it went. */
const story = [
  'identify',
  'linkDiscount',
  'listAccountEvents',
  'listReferrals',
  'listRewards',
  'lookUpCode',
  'readAccount',
  'readAccountReward',
  'readReferral',
  'readUser',
  'syncAccount',
]

test('the curls show the life of a referral, each of its operations, and nothing that staff do by hand', async () => {
  const { live } = await made()
  const app = assembled()
  const shown = await inOrder(demoCurls(live, baseUrl), (it) => perform(app, it.command))
  const names = allEndpoints.flatMap(({ method, path, name }) => {
    const pattern = new RegExp(`${(API_PREFIX + path).replaceAll(/\{\w+\}/g, '[^/?]+')}($|\\?)`)
    return shown.some((it) => it.method === method && pattern.test(it.url)) ? [name] : []
  })
  expect(names.toSorted()).toEqual(story)
})

test('the keys are kept for this user alone, and every start shows the same', async () => {
  const first = await made()
  expect((await stat(demoFile(dataDir))).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['demo.json'])
  expect(await made()).toEqual(first)
})

test('the next start finishes what an interrupted one left unfinished', async () => {
  // Tenants and keys are written before the people.
  const pair = await loadDemoKeys(dataDir)
  await inDirectory(owner, (tx) => insertPair(tx, operator, pair, DEMO_MERCHANT, programDefaults))
  const kept = JSON.parse(await readFile(demoFile(dataDir), 'utf8'))
  const demo = await made()
  expect(demo.live).toMatchObject(kept.live)
  expect(demo.live.users.referrers).toHaveLength(3)
  expect(demo.test.users.friend.name).toBe('Carol')
})

test('keys that were lost are made anew, beside the old ones', async () => {
  const before = await made()
  await rm(demoFile(dataDir))
  const after = await made()
  expect(after.live.apiKey).not.toBe(before.live.apiKey)
  expect(after.live.users).toEqual(before.live.users)
  for (const { live } of [before, after]) expect(await findKeyHolder(ctx, live.apiKey)).not.toBeNull()
})

test('a demo that was changed keeps its changes', async () => {
  const { live } = await made()
  const [ada] = live.users.referrers
  await track(ctx, live.alias, {
    actor: 'server',
    call: {
      accountId: ada.accountId,
      source: 'server',
      commands: [
        {
          kind: 'identify',
          userId: ada.userId,
          email: 'countess@example.com',
          newcomer: newcomer(ctx),
        },
      ],
    },
  })
  await made()
  const user = await readUser(ctx, live.alias, ada.accountId, ada.userId)
  expect(user).toMatchObject({ email: 'countess@example.com' })
})

test('a merchant of the operator’s own keeps the alias', async () => {
  await createTenant(operator, { alias: 'demo' })
  expect(await ensureDemo(operator, dataDir)).toBeNull()
})

test('a file without the keys is reported', async () => {
  await made()
  await writeFile(demoFile(dataDir), '{"live":{}}')
  await expect(made()).rejects.toThrow(OperatorError)
})

async function inOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await work(item))
  return results
}
