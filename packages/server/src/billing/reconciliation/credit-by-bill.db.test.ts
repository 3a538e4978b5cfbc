import { afterAll, describe, expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { holdWrite } from '../../testing/processor/hold-write.ts'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import type { ProcessorStory } from '../../testing/processor/processor-story.ts'
import { beginDraftStory } from '../../testing/processor/stripe/draft-story.ts'
import { startTestService } from '../../testing/test-service.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'

const service = await startTestService()

const redeem = (story: ProcessorStory, amount: number, key = `redeem-${amount}`) =>
  story.call('POST', '/credit/redeem', { accountId: 'ada', unit: 'USD', amount }, { 'idempotency-key': key })
const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof redeem>>) => [
  status,
  body.apiErrorCode ?? body.creditRedeemed,
]
const holds = (story: ProcessorStory) => brokenInvariants(service.owner, story.alias)

describe('at a processor where the credit stands on the subscription', () => {
  /** Ada has credit of 5.00 that never expires, unless it is valid for some months. */
  async function begin({ plan = 'monthly', months = null as number | null, credit = 5_00, from = '' } = {}) {
    const story = await BillingStory.begin(service)
    await story.user('ada')
    const ada = await story.subscribe('ada', { plan })
    await story.bind(ada)
    if (from !== '') await story.moveTo(from)
    const valid = months === null ? {} : { monthsCreditIsValid: months }
    const body = { accountId: 'ada', reward: { type: 'CREDIT', unit: 'USD', credit, ...valid } }
    await story.ok('POST', '/rewards', body, { 'idempotency-key': 'first' })
    const { control } = story.tenant.shop
    return { story, ada, control, discount: () => story.discount(ada.subscriptionId) }
  }

  test('no bill takes credit that has expired by then, and the person can redeem it until it does', async () => {
    const { story, ada, discount } = await begin({ plan: 'yearly', months: 1, credit: 45_00 })
    expect(await discount()).toBeNull()
    expect(outcomeOf(await redeem(story, 5_00))).toEqual([200, 5_00])
    await story.moveTo('2041-02-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual(['300.00', '300.00'])
    expect(await holds(story)).toEqual([])
  })

  test('the last bill before credit expires takes it, and the next one does not', async () => {
    const { story, ada } = await begin({ from: '2040-02-10T12:00', months: 1, credit: 58_00 })
    await story.moveTo('2040-04-01T12:00')
    // The bill of 29 February came to nothing.
    expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '30.00'])
    expect((await story.ok('GET', '/account/ada/reward')).credits).toEqual([{ unit: 'USD', available: 0 }])
    expect(await holds(story)).toEqual([])
  })

  test('credit that stands by for a bill is redeemed once the processor takes off less', async () => {
    const { story, ada, discount } = await begin()
    expect(await discount()).toBe('5.00')
    expect(outcomeOf(await redeem(story, 2_00))).toEqual([200, 2_00])
    expect(await discount()).toBe('3.00')
    expect(outcomeOf(await redeem(story, 2_00))).toEqual([200, 2_00])
    expect(outcomeOf(await redeem(story, 3_01))).toEqual([400, 'INSUFFICIENT_CREDIT'])
    await story.moveTo('2040-03-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '27.00'])
    expect(await holds(story)).toEqual([])
  })

  test('while the processor is down nothing is redeemed, and the bill has its credit', async () => {
    const { story, ada, control, discount } = await begin()
    await control('POST', '/faults', { action: { kind: 'status', status: 503 } })
    expect(outcomeOf(await redeem(story, 2_00))).toEqual([503, 'PROCESSOR_UNAVAILABLE'])
    await control('DELETE', '/faults')
    await story.moveTo('2040-02-02T12:00', ['retried', 'succeeded', 'rescheduled'])
    expect(await discount()).toBe('5.00')
    expect(outcomeOf(await redeem(story, 2_00))).toEqual([200, 2_00])
    await story.moveTo('2040-03-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '27.00'])
    expect(await holds(story)).toEqual([])
  })

  test('credit is not redeemed within the hour before its bill', async () => {
    const { story, ada } = await begin()
    await story.moveTo('2040-02-29T05:30')
    expect(outcomeOf(await redeem(story, 2_00))).toEqual([409, 'CREDIT_BEING_BILLED'])
    await story.moveTo('2040-03-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '25.00'])
    expect(await holds(story)).toEqual([])
  })

  test('one of many redemptions at a time spends the credit, and no bill does', async () => {
    const { story, ada } = await begin()
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => redeem(story, 5_00, `race-${n}`)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of all) expect([200, 400, 503]).toContain(status)
    await story.runJobs()
    await story.moveTo('2040-03-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '30.00'])
    expect(await holds(story)).toEqual([])
  })

  test('a bill that is made before the processor takes off less has the credit, and the redemption does not', async () => {
    const { story, ada, control } = await begin()
    const { credentials } = story.tenant.shop
    const bill = () => control('POST', '/clock/advance', { to: '2040-02-29T07:00:00Z' }).then(() => undefined)
    const environment = await holdWrite(credentials.environment, bill)
    await story.ok('PUT', '/connection', { ...credentials, environment })
    const answer = await redeem(story, 5_00)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    await story.moveTo('2040-04-01T12:00')
    const paid = await story.payments(ada.subscriptionId)
    expect(paid.slice(0, 2)).toEqual(['30.00', '25.00'])
    expect(paid[2]).toBe('30.00')
    expect(await holds(story)).toEqual([])
  })
})

describe('at a processor with drafts', async () => {
  const sandbox = await startLocalSandbox('stripe')
  afterAll(() => sandbox.close())
  const DRAFT = Date.parse('2040-02-29T12:00:00Z')
  const HOUR_MS = 3_600_000

  async function begin() {
    const it = await beginDraftStory(service, sandbox)
    const ada = await it.join('ada')
    await it.credit('ada', 5_00)
    return { ...it, ada }
  }

  test('credit that stands by for a draft is redeemed until an hour before it, and not while it is on one', async () => {
    const it = await begin()
    expect(outcomeOf(await redeem(it.story, 1_00))).toEqual([200, 1_00])
    await it.story.passTo(DRAFT - 2 * HOUR_MS)
    expect(outcomeOf(await redeem(it.story, 2_00))).toEqual([200, 2_00])
    await it.story.passTo(DRAFT - HOUR_MS / 2)
    expect(outcomeOf(await redeem(it.story, 50))).toEqual([409, 'CREDIT_BEING_BILLED'])
    await it.story.passTo(DRAFT + HOUR_MS / 2)
    expect(await it.totals(it.ada)).toEqual(['30.00', '28.00 draft'])
    expect(outcomeOf(await redeem(it.story, 51))).toEqual([409, 'CREDIT_BEING_BILLED'])
    await it.story.passTo(DRAFT + 2 * HOUR_MS)
    expect(await it.totals(it.ada)).toEqual(['30.00', '28.00'])
    expect(outcomeOf(await redeem(it.story, 52))).toEqual([400, 'INSUFFICIENT_CREDIT'])
    expect(await it.holds()).toEqual([])
  })

  test('no credit stands by for a yearly draft that is made after it has expired', async () => {
    const it = await beginDraftStory(service, sandbox)
    await it.join('ada', { plan: 'yearly' })
    const reward = { type: 'CREDIT', unit: 'USD', credit: 45_00, monthsCreditIsValid: 1 }
    await it.story.ok('POST', '/rewards', { accountId: 'ada', reward }, { 'idempotency-key': 'month' })
    expect(await it.creditOf('ada')).toEqual([{ unit: 'USD', available: 45_00 }])
    expect(outcomeOf(await redeem(it.story, 5_00))).toEqual([200, 5_00])
    expect(await it.holds()).toEqual([])
  })

  test('while the processor is down nothing is redeemed of what stands by, and the draft has it', async () => {
    const it = await begin()
    await it.control('POST', '/faults', { action: { kind: 'status', status: 503 } })
    expect(outcomeOf(await redeem(it.story, 2_00))).toEqual([503, 'PROCESSOR_UNAVAILABLE'])
    await it.control('DELETE', '/faults')
    it.story.outcomes = ['retried', 'succeeded', 'rescheduled']
    await it.story.passTo(DRAFT + 2 * HOUR_MS)
    expect(await it.totals(it.ada)).toEqual(['30.00', '25.00'])
    expect(await it.holds()).toEqual([])
  })

  test('one of many redemptions at a time spends the credit, and no draft does', async () => {
    const it = await begin()
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => redeem(it.story, 5_00, `race-${n}`)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of all) expect([200, 400, 503]).toContain(status)
    await it.story.passTo(DRAFT + 2 * HOUR_MS)
    expect(await it.totals(it.ada)).toEqual(['30.00', '30.00'])
    expect(await it.holds()).toEqual([])
  })
})
