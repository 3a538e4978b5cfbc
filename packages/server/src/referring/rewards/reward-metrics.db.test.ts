import { afterAll, expect, test } from 'vitest'
import { createMetrics } from '../../engine/metrics/metrics.ts'
import { merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const merchant = merchantAt(service.call, service.live)
const metrics = createMetrics({
  build: { version: '0.1.0', node: '24.0.0', postgresql: '18' },
  connections: () => ({ inUse: 0, idle: 0, most: 1, waiting: 0 }),
  queues: () => [],
  problems: async () => ({}),
  disk: async () => null,
  backups: async () => null,
  jobs: async () => null,
  unpublished: async () => null,
  uncounted: async () => null,
  billing: async () => null,
  reviews: async () => null,
})
afterAll(metrics.close)

/** The counters of rewards and redemptions that are above zero. */
async function counted(): Promise<readonly string[]> {
  const lines = (await metrics.text()).split('\n')
  return lines.filter((it) => /^goodword_(rewards_created|redemptions)_total\{.* [1-9]\d*$/.test(it))
}

const manual = 'goodword_rewards_created_total{source="MANUAL",type='
const redemptions = 'goodword_redemptions_total{type='
const coffee = (type: 'CREDIT' | 'TIME_CREDIT') => ({ type, unit: `${type} COFFEE`, credit: 5 }) as const

test('manual rewards and redemptions are counted once each, by type, and neither repeats nor refusals are', async () => {
  await merchant.user('ann')
  const giveCoffee = () =>
    merchant.requestOk('POST', '/rewards', { accountId: 'ann', reward: coffee('CREDIT') }, 'gift')
  expect(await giveCoffee()).toEqual(await giveCoffee())
  await merchant.give('ann', coffee('TIME_CREDIT'))
  await merchant.give('ann', { type: 'FEATURE', featureType: 'SEAT', quantity: 2 })
  expect(await counted()).toEqual([
    `${manual}"CREDIT"} 1`,
    `${manual}"TIME_CREDIT"} 1`,
    `${manual}"FEATURE"} 1`,
  ])

  const redeem = (type: string, amount: number, key: string) =>
    merchant.request('POST', '/credit/redeem', { accountId: 'ann', unit: `${type} COFFEE`, amount }, key)
  const answers = [
    await redeem('CREDIT', 2, 'first'),
    await redeem('CREDIT', 2, 'first'),
    await redeem('CREDIT', 3, 'second'),
    await redeem('CREDIT', 1, 'third'),
    await redeem('TIME_CREDIT', 5, 'fourth'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 200])
  expect((await counted()).slice(3)).toEqual([`${redemptions}"CREDIT"} 2`, `${redemptions}"TIME_CREDIT"} 1`])
  const unknownAccount = { accountId: 'nobody', reward: coffee('CREDIT') }
  expect((await merchant.request('POST', '/rewards', unknownAccount, 'refused')).status).toBe(404)
  expect((await counted())[0]).toBe(`${manual}"CREDIT"} 1`)
})
