import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { createClient } from '@goodword/client'
import { makeEnvironment, runCommandProcess, startProgram } from '@goodword/server/testing/program'
import { startReceiver } from '@goodword/server/testing/webhooks/test-receiver'
import { installLocked } from '@goodword/testing/install-locked'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildZapierApp } from '../build.ts'
import type { appOf } from './app.ts'
import type { Bundle } from './zapier.ts'

// The app as it is uploaded, run by Zapier's own platform, against a service.

const folder = join(temporaryFolder(), 'app')
await buildZapierApp(folder)
const require = createRequire(import.meta.url)
const app: ReturnType<typeof appOf> = require(join(folder, 'index.js'))
const platform = createRequire(
  join(installLocked(resolve(import.meta.dirname, '../platform')), 'package.json'),
)
type Run = (method: unknown, bundle: Partial<Bundle>) => Promise<unknown>
const zapier: {
  readonly createAppTester: (app: unknown) => Run
  readonly createAppHandler: (app: unknown) => (event: object) => Promise<{ readonly results: unknown }>
  readonly version: string
} = platform('zapier-platform-core')
const run = zapier.createAppTester(app)

const made = await makeEnvironment()
const env = { ...made.env, ALLOW_LOCAL_TARGETS: 'on', RATE_LIMITS: 'off' }
const service = startProgram('main.ts', env)
let authData: Record<string, string> = {}

beforeAll(async () => {
  const [, baseUrl = ''] = await service.waitForOutput(/"baseUrl":"([^"]+)"/)
  const landing = ['--landing-page', 'https://www.example.com/']
  const { output } = await runCommandProcess(env, 'tenant', 'create', 'orchard', ...landing)
  const { alias, apiKey } = JSON.parse(output).test
  authData = { baseUrl, tenantAlias: alias, apiKey }
})
afterAll(async () => {
  service.child.kill('SIGTERM')
  await service.ended
  await made.drop()
})

const goodword = () =>
  createClient({ baseUrl: '', tenantAlias: '', apiKey: '', ...authData } as Parameters<
    typeof createClient
  >[0])
const perform = (step: { operation: { perform: unknown } } | undefined, inputData: Bundle['inputData']) =>
  run(step?.operation.perform, { authData, inputData })

test('Zapier finds nothing wrong with the definition of the app', async () => {
  expect(app.platformVersion).toBe(zapier.version)
  const handler = zapier.createAppHandler(app)
  expect((await handler({ command: 'validate' })).results).toEqual([])
  expect(Object.keys(app.triggers).length).toBeGreaterThan(15)
})

test('a connection is tried with the program, and a wrong one says why', async () => {
  expect(await run(app.authentication.test, { authData })).toMatchObject({ tenantAlias: 'test_orchard' })
  const wrongKey = run(app.authentication.test, { authData: { ...authData, apiKey: 'gw_test_wrong' } })
  await expect(wrongKey).rejects.toThrow(/No valid API key/)
  const wrongUrl = run(app.authentication.test, { authData: { ...authData, baseUrl: 'orchard' } })
  await expect(wrongUrl).rejects.toThrow(/baseUrl must be an http or https address/)
})

test('a Zap that is turned on gets its events, and none after it was turned off', async () => {
  const receiver = await startReceiver()
  const trigger = app.triggers.referral_converted
  const bundle = { authData, inputData: { includePersonalData: 'true' }, targetUrl: receiver.url }
  const subscribed = Object(await run(trigger?.operation.performSubscribe, bundle))
  expect(Object.keys(subscribed)).toEqual(['id'])

  await perform(app.creates.user, { accountId: 'ada', userId: 'ada', firstName: 'Ada', email: '' })
  const code = Object(
    await run(app.searches.user_by_id?.operation.perform, {
      authData,
      inputData: { accountId: 'ada', userId: 'ada' },
    }),
  )[0].referralCode
  await perform(app.creates.user, { accountId: 'ben', userId: 'ben' })
  const paid = {
    accountId: 'ben',
    referralCode: code,
    status: 'PAID',
    value: '49.90',
    billingIntervalType: 'MONTH',
    billingIntervalValue: 1,
  }
  expect(await perform(app.creates.account, paid)).toMatchObject({
    subscription: { status: 'PAID', value: 49.9 },
    referral: { code, status: 'CONVERTED' },
  })
  await expect.poll(() => receiver.events.length).toBe(1)
  const [event] = (await run(trigger?.operation.perform, {
    authData,
    cleanedRequest: JSON.parse(receiver.events[0]?.body ?? ''),
  })) as object[]
  expect(event).toMatchObject({
    type: 'referral.converted',
    people: expect.arrayContaining([expect.objectContaining({ firstName: 'Ada' })]),
  })
  const listed = await run(trigger?.operation.performList, { authData })
  expect(listed).toEqual([expect.objectContaining({ id: Object(event).id, type: 'referral.converted' })])
  expect(await perform(app.searches.referral_of_account, { accountId: 'ben' })).toMatchObject([
    { referringAccountId: 'ada' },
  ])

  for (const _again of [1, 2]) {
    await run(trigger?.operation.performUnsubscribe, { authData, subscribeData: subscribed })
  }
  expect((await goodword().listWebhooks()).webhooks).toEqual([])
})

test('a payment is reported once for its reference', async () => {
  await perform(app.creates.user, { accountId: 'dee', userId: 'dee' })
  const payment = { accountId: 'dee', reference: 'invoice-1', amount: '30', currency: 'EUR' }
  const reported = await perform(app.creates.payment, payment)
  expect(reported).toMatchObject({ id: 'invoice-1', accountId: 'dee', amount: 30, currency: 'EUR' })
  expect(await perform(app.creates.payment, payment)).toEqual(reported)
})

test('a free month that waits for others is given once for a key', async () => {
  await perform(app.creates.user, { accountId: 'eli', userId: 'eli' })
  const month = {
    accountId: 'eli',
    percent: '100',
    months: '1',
    stacking: 'QUEUE',
    idempotencyKey: 'order-3',
  }
  const given = await perform(app.creates.discount, month)
  expect(given).toMatchObject({ discountPercent: 100, monthsDiscountIsValid: 1, stacking: 'QUEUE' })
  expect(await perform(app.creates.discount, month)).toMatchObject({ id: Object(given).id })
})

test('credit is given and redeemed once for a key, however often a Zap is replayed', async () => {
  await perform(app.creates.user, { accountId: 'cleo', userId: 'cleo' })
  const credit = { accountId: 'cleo', unit: 'EUR', amount: '500', idempotencyKey: 'order-17' }
  const given = await perform(app.creates.reward, credit)
  expect(await perform(app.creates.reward, credit)).toEqual(given)
  const redeemed = await perform(app.creates.redemption, {
    ...credit,
    amount: 200,
    idempotencyKey: 'order-18',
  })
  expect(redeemed).toMatchObject({ creditRedeemed: 200, creditAvailable: 300 })
  const tooMuch = perform(app.creates.redemption, { ...credit, idempotencyKey: 'order-19' })
  await expect(tooMuch).rejects.toThrow(/300/)
})

test('a search that finds nothing is empty, and a mistake is explained in the words of the service', async () => {
  expect(await perform(app.searches.user_by_id, { accountId: 'nobody', userId: 'nobody' })).toEqual([])
  expect(await perform(app.searches.referral_of_account, { accountId: 'nobody' })).toEqual([])
  expect(await perform(app.searches.code, { code: 'NOSUCHCODE' })).toEqual([])
  const wrong = perform(app.creates.account, { accountId: 'dora', status: 'SOON' })
  await expect(wrong).rejects.toThrow(/subscription\.status/)
})
