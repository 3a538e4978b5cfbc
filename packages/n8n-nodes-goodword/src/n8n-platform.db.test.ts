import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createClient } from '@goodword/client'
import { makeEnvironment, runCommandProcess, startProgram } from '@goodword/server/testing/program'
import { installLocked } from '@goodword/testing/install-locked'
import { startNode } from '@goodword/testing/node-program'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildN8nNodes, writeN8nSources } from '../build.ts'
import { openEngine, type Step } from './testing/n8n-engine.ts'

// The nodes as they are published, checked by n8n's linter and run by n8n's own engine, against a service.

const here = resolve(import.meta.dirname, '..')
const platform = installLocked(join(here, 'platform'))
const sources = join(platform, 'sources')
writeN8nSources(sources)
cpSync(join(here, 'tsconfig.platform.json'), join(sources, 'tsconfig.json'))
cpSync(join(here, 'platform/eslint.config.mjs'), join(sources, 'eslint.config.mjs'))
const nodes = join(platform, 'node_modules/n8n-nodes-goodword')
await buildN8nNodes(nodes)

const made = await makeEnvironment()
const env = { ...made.env, ALLOW_LOCAL_TARGETS: 'on', RATE_LIMITS: 'off' }
const service = startProgram('main.ts', env)
let n8n: Awaited<ReturnType<typeof openEngine>>
let goodword: ReturnType<typeof createClient>

beforeAll(async () => {
  const [, baseUrl = ''] = await service.waitForOutput(/"baseUrl":"([^"]+)"/)
  const landing = ['--landing-page', 'https://www.example.com/']
  const { output } = await runCommandProcess(env, 'tenant', 'create', 'orchard', ...landing)
  const { alias, apiKey } = JSON.parse(output).test
  n8n = await openEngine(platform, nodes, { baseUrl, tenantAlias: alias, apiKey })
  goodword = createClient({ baseUrl, tenantAlias: alias, apiKey })
})
afterAll(async () => {
  service.child.kill('SIGTERM')
  await service.ended
  await made.drop()
})

const step = (resource: string, operation: string, parameters: object = {}): Step => ({
  name: `${resource} ${operation}`,
  type: 'goodword',
  parameters: { resource, operation, ...parameters },
})
const trigger: Step = {
  name: 'Trigger',
  type: 'goodwordTrigger',
  parameters: { events: ['referral.converted'], includePersonalData: true },
}

test.each([
  ['compiler', ['typescript/bin/tsc', '-p', '.']],
  ['linter', ['eslint/bin/eslint.js', '.']],
])('the %s finds nothing wrong with the sources', async (_name, [program = '', ...args]) => {
  const { code, output } = await startNode([join(platform, 'node_modules', program), ...args], {
    env: {},
    cwd: sources,
  }).ended
  expect({ code, output }).toEqual({ code: 0, output: '' })
})

test('steps create users, sync an account, and read what became of it', async () => {
  const ada = { accountId: 'ada', userId: 'ada', additionalFields: { firstName: 'Ada', referralCode: 'ADA' } }
  expect(await n8n.run([step('user', 'upsert', ada)])).toMatchObject([{ id: 'ada', referralCode: 'ADA' }])
  const ben = { accountId: 'ben', userId: 'ben' }
  const paid = {
    referralCode: 'ADA',
    status: 'PAID',
    value: 49.9,
    billingIntervalType: 'MONTH',
    billingIntervalValue: 1,
  }
  const synced = await n8n.run([
    step('user', 'upsert', ben),
    step('account', 'sync', { accountId: '={{ $json.accountId }}', additionalFields: paid }),
  ])
  expect(synced).toMatchObject([
    { subscription: { value: 49.9 }, referral: { code: 'ADA', status: 'CONVERTED' } },
  ])
  const discount = await n8n.run([step('account', 'getDiscount', { accountId: 'ben' })])
  expect(discount).toMatchObject([{ discountPercentage: 10 }])
  const payment = step('account', 'reportPayment', { accountId: 'ben', reference: 'invoice-1', amount: 49.9 })
  for (const _again of [1, 2])
    expect(await n8n.run([payment])).toMatchObject([
      { accountId: 'ben', reference: 'invoice-1', amount: 49.9 },
    ])
  expect(await n8n.run([step('code', 'get', { code: 'ada' })])).toMatchObject([{ referrerName: 'Ada' }])
})

test('lists are read in pages, to the end or up to a limit', async () => {
  for (let number = 0; number < 120; number += 1) {
    await goodword.giveReward({
      body: { accountId: 'ada', reward: { type: 'CREDIT', unit: 'POINTS', credit: 1 } },
    })
  }
  const ofAda = { filters: { accountId: 'ada' } }
  expect(await n8n.run([step('reward', 'getAll', { ...ofAda, limit: 7 })])).toHaveLength(7)
  const all = await n8n.run([step('reward', 'getAll', { ...ofAda, returnAll: true })])
  const expected: string[] = []
  for await (const { id } of goodword.listRewards({ query: { accountId: 'ada' } })) expected.push(id)
  expect(all.map(({ id }) => id)).toEqual(expected)
  expect(expected.length).toBeGreaterThan(120)
  const referrals = await n8n.run([
    step('referral', 'getAll', { returnAll: true, filters: { status: 'CONVERTED' } }),
  ])
  expect(referrals).toMatchObject([{ referringAccountId: 'ada', referredAccountId: 'ben' }])
  const events = [step('event', 'getAll', { returnAll: true, filters: { type: 'referral.converted' } })]
  await expect.poll(() => n8n.run(events)).toMatchObject([{ type: 'referral.converted' }])
})

test('credit is given once for a key, and one item that is tried again gives nothing twice', async () => {
  const credit = { accountId: 'ben', unit: 'EUR', amount: 500, idempotencyKey: 'order-17' }
  const [given] = await n8n.run([step('reward', 'giveCredit', credit)])
  expect(await n8n.run([step('reward', 'giveCredit', credit)])).toEqual([given])
  const { idempotencyKey: _key, ...withoutKey } = credit
  const redeemed = await n8n.run([step('reward', 'redeemCredit', { ...withoutKey, amount: 200 })])
  expect(redeemed).toMatchObject([{ creditRedeemed: 200, creditAvailable: 300 }])
  await expect(n8n.run([step('reward', 'redeemCredit', withoutKey)])).rejects.toThrow(/300/)
})

test('a free month that waits for others is given, and found by its type', async () => {
  const month = { accountId: 'ben', percent: 100, months: 1, stacking: 'QUEUE', idempotencyKey: 'order-3' }
  const [given] = await n8n.run([step('reward', 'giveDiscount', month)])
  expect(given).toMatchObject({ discountPercent: 100, monthsDiscountIsValid: 1, stacking: 'QUEUE' })
  const ofBen = { returnAll: true, filters: { accountId: 'ben', type: 'PCT_DISCOUNT' } }
  const found = await n8n.run([step('reward', 'getAll', ofBen)])
  expect(found.map(({ id }) => id)).toContain(given?.id)
})

test('an active workflow gets signed events alone, survives a restart of n8n, and is gone when it is turned off', async () => {
  const active = n8n.trigger(trigger)
  expect(await active.turnOn()).toBe(true)
  const [receiver] = (await goodword.listWebhooks()).webhooks
  expect(receiver).toMatchObject({ types: ['referral.converted'], includePersonalData: true })
  const forged = await fetch(receiver?.url ?? '', { method: 'POST', body: '{"type":"referral.converted"}' })
  expect(forged.status).toBe(401)
  expect(await active.turnOn()).toBe(true)
  expect((await goodword.listWebhooks()).webhooks.map(({ id }) => id)).toEqual([receiver?.id])

  await goodword.upsertUser({ body: { accountId: 'cleo', id: 'cleo', firstName: 'Cleo' } })
  await goodword.syncAccount({
    body: { id: 'cleo', referral: { code: 'ADA' }, subscription: { status: 'PAID' } },
  })
  await expect.poll(() => active.started.length).toBe(1)
  const next = step('account', 'get', { accountId: '={{ $json.data.referredAccountId }}' })
  expect(await n8n.run([trigger, next], active.started)).toMatchObject([{ id: 'cleo', standing: 'REFERRED' }])
  expect(active.started[0]?.json.people).toContainEqual(expect.objectContaining({ firstName: 'Cleo' }))

  expect(await active.turnOff()).toBe(true)
  expect((await goodword.listWebhooks()).webhooks).toEqual([])
  expect(JSON.stringify(active.staticData)).not.toContain('whsec_')
  expect(await active.turnOff()).toBe(true)
})

test('a refusal stops the workflow with the words of the service', async () => {
  const wrong = step('account', 'sync', {
    accountId: 'dora',
    additionalFields: { referralCode: 'NOSUCHCODE' },
  })
  await expect(n8n.run([wrong])).rejects.toThrow(/NOSUCHCODE|code/)
  await expect(n8n.run([step('account', 'get', { accountId: '../program' })])).rejects.toThrow(
    /account|found/i,
  )
})
