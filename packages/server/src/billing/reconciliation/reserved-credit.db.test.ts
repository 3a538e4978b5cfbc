import { describe, expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'

const service = await startTestService()

/** Ada has a subscription of 30.00 and credit of 5.00, which lies on the bill of 29 February. */
async function begin(credit = 500) {
  const story = await BillingStory.begin(service)
  await story.user('ada')
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  const reward = await give(story, credit, 'first')
  expect(await story.discount(ada.subscriptionId)).toBe((credit / 100).toFixed(2))
  return { story, ada, reward }
}

async function give(story: BillingStory, credit: number, key: string) {
  const reward = { type: 'CREDIT', unit: 'USD', credit }
  const { body } = await story.call(
    'POST',
    '/rewards',
    { accountId: 'ada', reward },
    { 'idempotency-key': key },
  )
  await story.runJobs()
  return body
}

const cancel = async (story: BillingStory, { id }: Record<string, unknown>) => {
  const { status, body } = await story.call('POST', `/reward/${String(id)}/cancel`)
  return [status, body.statuses, body.redeemedCredit, body.reservedCredit ?? 0]
}
const shown = async (story: BillingStory, { id }: Record<string, unknown>) => {
  const { body } = await story.call('GET', `/rewards/${String(id)}`)
  return [body.statuses, body.redeemedCredit, body.reservedCredit ?? 0]
}
const fault = (story: BillingStory, rule: object) => story.tenant.shop.control('POST', '/faults', rule)
const noFaults = (story: BillingStory) => story.tenant.shop.control('DELETE', '/faults')
const holds = (story: BillingStory) => brokenInvariants(service.owner, story.alias)

describe('reserved credit', () => {
  test('reserved credit is available, not redeemed, and says how much is reserved', async () => {
    const { story, reward } = await begin()
    expect(await shown(story, reward)).toEqual([['AVAILABLE'], 0, 500])
    const listed = async (status: string) =>
      (await story.call('GET', `/rewards?accountId=ada&status=${status}`)).body.count
    expect([await listed('AVAILABLE'), await listed('REDEEMED')]).toEqual([1, 0])
    await story.moveTo('2040-03-01T12:00')
    expect(await shown(story, reward)).toEqual([['REDEEMED'], 500, 0])
    expect([await listed('AVAILABLE'), await listed('REDEEMED')]).toEqual([0, 1])
  })

  test('reserved credit is taken back: the processor takes it off no more before it is answered', async () => {
    const { story, ada, reward } = await begin()
    expect(await cancel(story, reward)).toEqual([200, ['CANCELLED'], 0, 0])
    expect(await story.discount(ada.subscriptionId)).toBeNull()
    expect(await cancel(story, reward)).toEqual([200, ['CANCELLED'], 0, 0])
    await story.moveTo('2040-03-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '30.00'])
    expect(await holds(story)).toEqual([])
  })

  test('reserved credit is replaced on the bill by other credit', async () => {
    const { story, ada, reward } = await begin(3000)
    const second = await give(story, 1000, 'second')
    expect(await shown(story, second)).toEqual([['AVAILABLE'], 0, 0])
    expect(await cancel(story, reward)).toEqual([200, ['CANCELLED'], 0, 0])
    expect(await story.discount(ada.subscriptionId)).toBe('10.00')
    await story.moveTo('2040-03-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '20.00'])
    expect(await shown(story, second)).toEqual([['REDEEMED'], 1000, 0])
    expect(await holds(story)).toEqual([])
  })

  test('credit that is cancelled stays reserved while the processor is down, and is reversed when it is back', async () => {
    const { story, ada, reward } = await begin()
    await fault(story, { action: { kind: 'status', status: 503 } })
    expect(await cancel(story, reward)).toEqual([200, ['CANCELLED'], 0, 500])
    await noFaults(story)
    await story.moveTo('2040-02-02T12:00', ['retried', 'succeeded', 'rescheduled'])
    expect(await story.discount(ada.subscriptionId)).toBeNull()
    expect(await shown(story, reward)).toEqual([['CANCELLED'], 0, 0])
    const { body } = await story.call('GET', '/account/ada/reward')
    expect(body.credits).toEqual([{ unit: 'USD', available: 0 }])
    expect(await holds(story)).toEqual([])
  })

  test('reserved credit is redeemed, and not taken back, when the bill was made with it meanwhile', async () => {
    const { story, ada, reward } = await begin()
    // The bill is made before the service hears of it.
    await story.tenant.shop.control('POST', '/clock/advance', { to: '2040-03-01T12:00:00Z' })
    expect(await cancel(story, reward)).toEqual([200, ['CANCELLED'], 500, 0])
    await story.moveTo('2040-04-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '25.00', '30.00'])
    expect(await shown(story, reward)).toEqual([['CANCELLED'], 500, 0])
    expect(await holds(story)).toEqual([])
  })
})

test('a denied side loses the credit that lies on a bill, and gets it again when it is approved', async () => {
  const story = await BillingStory.begin(service)
  const program = {
    referredReward: null,
    referrerReward: { type: 'CREDIT', unit: 'USD', credit: 500 },
  } as const
  await service.setProgram(program, story.alias)
  const code = await story.user('ada')
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  const bob = await story.subscribe('bob')
  await story.link(bob, code)
  expect(await story.discount(ada.subscriptionId)).toBe('5.00')
  const { body } = await story.call('GET', '/referrals')
  const [referral] = body.referrals as { readonly id: string }[]
  const moderate = async (action: string) => {
    await story.call('POST', '/referrals/moderate', { actions: [{ referralId: referral?.id, action }] })
    await story.runJobs()
    return story.discount(ada.subscriptionId)
  }
  expect(await moderate('DENY')).toBeNull()
  expect(await moderate('APPROVE')).toBe('5.00')
  expect(await moderate('DENY_REFERRER')).toBeNull()
  expect(await holds(story)).toEqual([])
  expect(await moderate('APPROVE')).toBe('5.00')
  await story.moveTo('2040-04-01T12:00')
  expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '25.00', '30.00'])
  expect(await holds(story)).toEqual([])
})
