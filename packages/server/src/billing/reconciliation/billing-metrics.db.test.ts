import { afterAll, expect, test } from 'vitest'
import { createMetrics } from '../../engine/metrics/metrics.ts'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'
import { readBillingFigures } from '../rows/figures.ts'

const service = await startTestService()
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
  billing: () => readBillingFigures(service.ctx.db),
  reviews: async () => null,
})
afterAll(metrics.close)

/** The samples of test programs that are above zero, and the counters. */
async function figures(): Promise<ReadonlyMap<string, number>> {
  const lines = (await metrics.text()).split('\n')
  const ours = lines.filter((it) => /^goodword_(bill|discount|connection|refund)/.test(it))
  return new Map(
    ours
      .map((it) => [it.slice(0, it.lastIndexOf(' ')).replaceAll('mode="test",', ''), it] as const)
      .filter(([name]) => !name.includes('mode="live"'))
      .map(([name, it]) => [name, Number(it.slice(it.lastIndexOf(' ')))] as const)
      .filter(([, value]) => value !== 0),
  )
}

test('discounts, their checks, connections and refunds are counted through a month with faults', async () => {
  // Delays are measured by the clock of the database.
  service.clock.now = Date.now()
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  const bob = await story.subscribe('bob')
  await story.link(bob, code)
  const first = await figures()
  expect(first.get('goodword_bills_total{outcome="wrong"}')).toBe(1)
  expect(first.get('goodword_bills_wrong{state="refund_due"}')).toBe(1)
  expect(first.get('goodword_discounts{state="in_step"}')).toBe(1)
  expect(first.get('goodword_connections{state="incomplete"}')).toBe(1)
  expect(first.get('goodword_discount_changes_total{outcome="made"}')).toBe(1)
  expect(first.has('goodword_discount_oldest_wrong_age_seconds{state="failed"}')).toBe(false)

  await story.moveTo('2040-02-03T12:00')
  const refunded = await figures()
  expect(refunded.get('goodword_refunds_total{outcome="made"}')).toBe(1)
  expect(refunded.get('goodword_bills_total{outcome="mended"}')).toBe(1)
  expect(refunded.has('goodword_bills_wrong{state="refund_due"}')).toBe(false)

  const { credentials, control, sdk } = story.tenant.shop
  await sdk.subscription.update(bob.subscriptionId, {
    discounts: { update: [{ existingId: 'referral_discount', amount: '9.00' }] },
    options: { prorateCharges: false },
  })
  const denied = [{ method: 'PUT', path: '/subscriptions/*' }]
  await control('PATCH', `/keys/${credentials.publicKey}`, { denied })
  await story.moveTo('2040-02-04T12:00', ['succeeded', 'rescheduled', 'failed'])
  // A retry of the first failure came some seconds after it.
  await story.moveTo('2040-02-05T13:00', ['succeeded', 'rescheduled', 'failed'])
  const failed = await figures()
  expect(failed.get('goodword_discounts_drifted_total')).toBe(1)
  expect(failed.get('goodword_discounts{state="failed"}')).toBe(1)
  expect(failed.get('goodword_discount_changes_total{outcome="failed"}')).toBeGreaterThan(1)
  expect(failed.get('goodword_connections{state="denied"}')).toBe(1)
  expect(failed.has('goodword_discounts_wrong_near_bill{state="failed"}')).toBe(false)
  const age = failed.get('goodword_discount_oldest_wrong_age_seconds{state="failed"}') ?? 0
  expect(age).toBeGreaterThan(86_400)
  expect(age).toBeLessThan(3 * 86_400)
  expect(failed.get('goodword_discount_oldest_check_age_seconds{mode="test"}') ?? 0).toBeLessThan(8 * 3600)

  expect(failed.has('goodword_connections_budget_used{mode="test"}')).toBe(false)
  const text = 'update app.processor_connection set calls_made = daily_call_budget where tenant_id = $1'
  await service.owner.query({ name: '', text }, [story.alias])
  expect((await figures()).get('goodword_connections_budget_used{mode="test"}')).toBe(1)

  await story.moveTo('2040-02-28T12:00', ['succeeded', 'rescheduled', 'failed'])
  expect((await figures()).get('goodword_discounts_wrong_near_bill{state="failed"}')).toBe(1)

  // The bill is made with the discount of a hand in the control panel.
  await story.moveTo('2040-03-01T12:00', ['succeeded', 'rescheduled', 'failed'])
  expect((await figures()).get('goodword_bills_wrong{state="wrong"}')).toBe(1)
  expect((await figures()).get('goodword_bill_oldest_wrong_age_seconds{state="wrong"}')).toBeGreaterThan(3600)

  await control('PATCH', `/keys/${credentials.publicKey}`, { denied: [] })
  await story.notify()
  const mended = await figures()
  expect(mended.get('goodword_discounts{state="in_step"}')).toBe(1)
  expect(mended.has('goodword_discounts{state="failed"}')).toBe(false)
  expect(mended.has('goodword_discount_oldest_wrong_age_seconds{state="failed"}')).toBe(false)
  expect(mended.has('goodword_connections{state="denied"}')).toBe(false)
})
