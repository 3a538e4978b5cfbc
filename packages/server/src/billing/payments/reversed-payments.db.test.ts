import { describe, expect, test } from 'vitest'
import { BillingStory, type Subscriber } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

type Begun = { readonly story: BillingStory; readonly ada: Subscriber; readonly bob: Subscriber }

/** On 31 January 2040 Bob subscribes with the discount and pays 27.00; Ada, who referred him, pays 30.00 on the last of each month. */
async function begin(program: object = {}): Promise<Begun> {
  const story = await BillingStory.begin(service, 12)
  if (Object.keys(program).length > 0) await setProgram(story, program)
  const code = await story.user('ada')
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  return { story, ada, bob }
}

async function setProgram(story: BillingStory, program: object): Promise<void> {
  const { body } = await story.call('GET', '/program')
  await story.call('PUT', '/program', { ...body, ...program })
  service.clock.now += 10_000
}

async function paymentOf(story: BillingStory, { subscriptionId }: Subscriber): Promise<string> {
  const { transactions } = await story.tenant.shop.sdk.subscription.find(subscriptionId)
  const first = transactions?.at(-1)
  if (first === undefined) throw new Error('the subscription has no payment')
  return first.id
}

async function refund(story: BillingStory, bob: Subscriber, amount?: string): Promise<void> {
  const id = await paymentOf(story, bob)
  const { sdk } = story.tenant.shop
  const { success, message } = await (amount === undefined
    ? sdk.transaction.refund(id)
    : sdk.transaction.refund(id, amount))
  if (!success) throw new Error(message)
}

async function dispute(story: BillingStory, bob: Subscriber): Promise<void> {
  const transactionId = await paymentOf(story, bob)
  await story.tenant.shop.control('POST', '/disputes', { transactionId, id: 'of_bob' })
}

const decide = (story: BillingStory, status: 'won' | 'lost') =>
  story.tenant.shop.control('POST', '/disputes/of_bob/decide', { status })

/** The referrer's side, with the signals of the referral. */
async function side(story: BillingStory) {
  const { body } = await story.call('GET', '/referrals?referredAccountId=bob')
  const [referral] = body.referrals as {
    referrerModerationStatus: string
    referrerReward: { statuses: string[] } | null
    fraudSignals: { rule: string; message: string }[]
  }[]
  if (referral === undefined) throw new Error('referral not found')
  const { referrerModerationStatus, referrerReward, fraudSignals } = referral
  return [
    referrerModerationStatus,
    referrerReward?.statuses.join() ?? 'NONE',
    ...fraudSignals.map((it) => it.rule),
  ].join(' ')
}

describe('a first payment that is reversed', () => {
  test('a first payment that is voided takes the discount off the referrer’s next bill, and a later payment brings it back', async () => {
    const { story, ada, bob } = await begin()
    expect(await side(story)).toBe('APPROVED AVAILABLE')
    expect(await story.discount(ada.subscriptionId)).toBe('3.00')
    await story.tenant.shop.sdk.transaction.void(await paymentOf(story, bob))
    await story.notify()
    expect(await side(story)).toMatch(/^PENDING .*FIRST_PAYMENT_VOIDED$/)
    expect(await story.discount(ada.subscriptionId)).toBeNull()
    await story.moveTo('2040-03-02T12:00')
    expect(await side(story)).toMatch(/^APPROVED AVAILABLE/)
    await story.moveTo('2040-05-01T12:00')
    // Bob's bill of 29 February settles in the evening, after Ada's of the same day.
    expect(await story.charges(ada.subscriptionId)).toBe(`
2040-01-31 |       | 30.00
2040-02-29 |       | 30.00
2040-03-31 |  3.00 | 27.00
2040-04-30 |  3.00 | 27.00
`)
  })

  test('a first payment that is refunded in full holds the side, and one that is refunded in part changes nothing', async () => {
    const { story, ada, bob } = await begin()
    await story.moveTo('2040-02-02T12:00')
    await refund(story, bob, '10.00')
    await story.notify()
    expect(await side(story)).toBe('APPROVED AVAILABLE')
    await refund(story, bob, '16.99')
    await story.notify()
    expect(await side(story)).toBe('APPROVED AVAILABLE')
    await refund(story, bob)
    await story.notify()
    expect(await side(story)).toMatch(/^PENDING .*FIRST_PAYMENT_REFUNDED$/)
    expect(await story.discount(ada.subscriptionId)).toBeNull()
    await story.notify()
    const { body } = await story.call('GET', '/account/bob/timeline?limit=100')
    const held = (body.events as { type: string; reason: string }[]).filter(
      (it) => it.reason === 'FIRST_PAYMENT_REFUNDED',
    )
    expect(held.map((it) => it.type).toSorted()).toEqual(['referral.flagged', 'referral.moderated'])
  })

  test('a refund of the first payment is noticed without a notification, before the referrer’s next bill', async () => {
    const { story, ada, bob } = await begin()
    story.hasNotifications = false
    await story.moveTo('2040-02-01T02:00')
    await refund(story, bob)
    await story.moveTo('2040-02-29T12:00')
    expect(await story.charges(ada.subscriptionId)).toBe(`
2040-01-31 |       | 30.00
2040-02-29 |       | 30.00
`)
  })

  test('a first payment that is disputed holds the side until the dispute is won', async () => {
    const { story, ada, bob } = await begin()
    await story.moveTo('2040-02-02T12:00')
    await dispute(story, bob)
    await story.notify()
    expect(await side(story)).toMatch(/^PENDING .*FIRST_PAYMENT_DISPUTED$/)
    expect(await story.discount(ada.subscriptionId)).toBeNull()
    await decide(story, 'won')
    await story.notify()
    expect(await side(story)).toMatch(/^APPROVED AVAILABLE/)
    expect(await story.discount(ada.subscriptionId)).toBe('3.00')
  })

  test('a side whose first payment is disputed stays without reward when the dispute is lost and the friend leaves', async () => {
    const { story, ada, bob } = await begin()
    await story.moveTo('2040-02-02T12:00')
    await dispute(story, bob)
    await story.notify()
    await story.tenant.shop.sdk.subscription.cancel(bob.subscriptionId)
    await decide(story, 'lost')
    await story.moveTo('2040-05-01T12:00')
    expect(await side(story)).toMatch(/^PENDING .*FIRST_PAYMENT_DISPUTED$/)
    expect(await story.charges(ada.subscriptionId)).toBe(`
2040-01-31 |       | 30.00
2040-02-29 |       | 30.00
2040-03-31 |       | 30.00
2040-04-30 |       | 30.00
`)
  })

  test('a refund after staff approved the side leaves it, with the signal', async () => {
    const { story, ada, bob } = await begin()
    const { body } = await story.call('GET', '/referrals?referredAccountId=bob')
    const [{ id } = { id: '' }] = body.referrals as { id: string }[]
    const actions = [{ referralId: id, action: 'APPROVE_REFERRER' }]
    await story.call('POST', '/referrals/moderate', { actions })
    await story.moveTo('2040-02-02T12:00')
    await refund(story, bob)
    await story.notify()
    expect(await side(story)).toBe('APPROVED AVAILABLE FIRST_PAYMENT_REFUNDED')
    expect(await story.discount(ada.subscriptionId)).toBe('3.00')
  })
})

test.each(['2040-02-10T12:00', '2040-02-20T12:00'])(
  'with a hold of 14 days, a refund at %s holds the reward, and a later payment gives it back',
  async (time) => {
    const { story, ada, bob } = await begin({ referrerHoldDays: 14 })
    await story.moveTo(time)
    await refund(story, bob)
    await story.notify()
    expect(await side(story)).toMatch(/^PENDING .*FIRST_PAYMENT_REFUNDED$/)
    await story.moveTo('2040-03-02T12:00')
    await story.moveTo('2040-04-01T12:00')
    expect(await side(story)).toMatch(/^APPROVED AVAILABLE/)
    expect(await story.charges(ada.subscriptionId)).toBe(`
2040-01-31 |       | 30.00
2040-02-29 |       | 30.00
2040-03-31 |  3.00 | 27.00
`)
  },
)
