import { inParallel } from '@goodword/server/platform/in-parallel'
import { BillingStory, type Subscriber } from '@goodword/server/testing/processor/billing-story'
import { startTestService } from '@goodword/server/testing/test-service'
import { expect, test } from 'vitest'
import { trialSize } from '../trial-size.ts'

/** Of each day's customers one in twenty matters: half of these refer the other half. */
const size = trialSize(
  { days: 8, strangersADay: 38, pairsADay: 1 },
  { days: 10, strangersADay: 190, pairsADay: 5 },
)
/** 30,000 for 100,000 customers that are bound. */
const MOST_CALLS_PER_CUSTOMER = 0.3
const DAY_MS = 86_400_000
const AT_ONCE = 8
const LIMIT_MS = trialSize(20 * 60_000, 60 * 60_000)
const LEAVING = 4

const service = await startTestService()

type Pair = { readonly referrer: Subscriber; readonly friend: Subscriber }

test(
  'I7: few customers of many are compared, with few calls, and a lost cancellation is seen before the bill that it changes',
  async () => {
    const story = await BillingStory.begin(service)
    story.hasNotifications = false
    const bound = size.days * (size.strangersADay + 2 * size.pairsADay)
    const pairs: Pair[] = []
    let now = Date.parse('2040-02-01T12:00Z')
    for (let day = 0; day < size.days; day += 1, now += DAY_MS) {
      await moveTo(story, now)
      pairs.push(...(await addDay(story, day)))
      await story.runJobs()
    }
    await story.tenant.shop.control('POST', '/faults', { action: { kind: 'delay', ms: 0 } })
    const calls: number[] = []
    let [before, cancelled] = [0, 0]
    // Two bills of everybody.
    for (let day = 0; day < 62; day += 1, now += DAY_MS) {
      // The hours before and after the bills of the day, which are made at 06:00.
      for (const hour of [-12, -7, -3, 0]) await moveTo(story, now + hour * 3_600_000)
      const left = pairs[cancelled]
      if (day >= 12 && cancelled < LEAVING && left !== undefined) {
        await story.tenant.shop.sdk.subscription.cancel(left.friend.subscriptionId)
        cancelled += 1
      }
      const seen = await callsAtGateway(story)
      calls.push(seen - before)
      before = seen
    }
    expect(cancelled).toBe(LEAVING)
    const print = trialSize<(figures: object) => void>(() => undefined, console.log)
    print({
      bound,
      matter: 2 * pairs.length,
      mostCallsADay: Math.max(...calls),
      calls: sumOf(calls),
      days: calls.length,
    })
    expect(Math.max(...calls)).toBeLessThanOrEqual(bound * MOST_CALLS_PER_CUSTOMER)
    const bills = await Promise.all(pairs.map((it) => story.payments(it.referrer.subscriptionId)))
    const rightBills = pairs.map((_, index) => (index < cancelled ? ['30.00', '30.00'] : ['27.00', '27.00']))
    expect(bills.map((it) => it.slice(1))).toEqual(rightBills)
  },
  LIMIT_MS,
)

async function addDay(story: BillingStory, day: number): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  await inParallel(namesOf('pair', day, size.pairsADay), AT_ONCE, async (name) => {
    const code = await story.user(`${name}_referrer`)
    const referrer = await story.subscribe(`${name}_referrer`)
    await nameCustomer(story, referrer)
    const friend = await story.subscribe(`${name}_friend`, { discount: '3.00' })
    const { name: accountId, customerId: paymentProviderId } = friend
    const body = { accountId, paymentProviderId, couponCode: code }
    expect((await story.call('POST', '/discount', body)).status).toBe(201)
    pairs.push({ referrer, friend })
    return true
  })
  await inParallel(namesOf('stranger', day, size.strangersADay), AT_ONCE, async (name) => {
    await nameCustomer(story, await story.subscribe(name))
    return true
  })
  return pairs
}

async function nameCustomer(story: BillingStory, { name, customerId }: Subscriber): Promise<void> {
  await story.call('POST', '/accountsync', { id: name, paymentProviderId: customerId })
}

async function* namesOf(kind: string, day: number, count: number): AsyncGenerator<string> {
  for (let n = 0; n < count; n += 1) yield `${kind}_${day}_${n}`
}

function moveTo(story: BillingStory, time: number): Promise<void> {
  return story.moveTo(new Date(time).toISOString().slice(0, 19))
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, it) => sum + it, 0)
}

/** A rule of the gateway that changes nothing counts the requests. */
async function callsAtGateway(story: BillingStory): Promise<number> {
  const { items } = await story.tenant.shop.control('GET', '/faults')
  const [rule] = items as readonly { readonly seen: number }[]
  return rule?.seen ?? Number.NaN
}
