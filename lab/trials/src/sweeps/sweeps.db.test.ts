import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inParallel } from '@goodword/server/engine/foundation/in-parallel'
import { BillingStory } from '@goodword/server/testing/processor/billing-story'
import { startBraintreeSandbox } from '@goodword/server/testing/processor/braintree-sandbox'
import { openBraintreeShop } from '@goodword/server/testing/processor/braintree-shop'
import { connectTenant } from '@goodword/server/testing/processor/connected-tenant'
import { startTestService } from '@goodword/server/testing/test-service'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, test } from 'vitest'
import { trialSize } from '../trial-size.ts'
import {
  BILL_DAYS,
  copyStrangers,
  customerIdOf,
  friend,
  gatewayFixtures,
  keys,
  referrer,
  type Subscriber,
  stranger,
  subscriptionIdOf,
} from './copy-strangers.ts'

/** One in twenty customers matters: half of these refer the other half. The days are those of February. */
const size = trialSize(
  // A friend leaves at one of these hours, and bills are made at 6.
  { bound: 1000, pairs: 25, days: 10, stops: [0, 5, 6, 12, 18] },
  { bound: 100_000, pairs: 2500, days: 29, stops: Array.from({ length: 24 }, (_, hour) => hour) },
)
/** 30,000 for 100,000 customers that are bound. */
const MAX_CALLS_PER_CUSTOMER = 0.3
const LIMIT_MS = trialSize(20 * 60_000, 90 * 60_000)
const HOUR_MS = 3_600_000
const AT_ONCE = 8
const FIRST_DAY = Date.parse('2040-02-01T00:00Z')
/** The gateway makes the bills of a day at 06:00. */
const BILL_HOUR = 6
const numbers = Array.from({ length: size.pairs }, (_, n) => n)
const strangers = Array.from({ length: size.bound - 2 * size.pairs }, (_, n) => stranger(n))

/** Staff cancel the rewards of this pair: only whether the friend's bills go on matters then. */
const CANCELLED = 17
/** How many hours before its referrer's bill a friend leaves. In less than a day the referral has not ended by then. */
const LEAVES_BEFORE_HOURS = [25, 49, 12, 120, 30]
const leaving = new Map(
  numbers
    .filter((n) => n < 2 * BILL_DAYS && n !== CANCELLED)
    .filter((n) => referrer(n).billDay > 7 && referrer(n).billDay <= size.days)
    .map((n, index) => [n, LEAVES_BEFORE_HOURS[index % LEAVES_BEFORE_HOURS.length] ?? 0]),
)
/** The discount of this one is refused in the first days, and its bill is later. */
const REFUSED = 6
const REFUSED_HOURS = 72
const faults = [
  {
    method: 'PUT',
    path: `/subscriptions/${subscriptionIdOf(referrer(REFUSED))}`,
    action: { kind: 'status', status: 403 },
  },
  // Changes nothing, and counts the requests.
  { action: { kind: 'delay', ms: 0 } },
]

const service = await startTestService()
const file = join(temporaryFolder(), 'gateway.json')
writeFileSync(file, gatewayFixtures([...strangers, ...numbers.map(referrer), ...numbers.map(friend)], faults))
const sandbox = await startBraintreeSandbox(file)
afterAll(() => sandbox.close())

test(
  'I7: few customers of many are compared, with few calls, and a lost cancellation is seen before the bill that it changes',
  async () => {
    const story = await BillingStory.beginWith(
      service,
      await connectTenant(service, openBraintreeShop(sandbox, keys)),
    )
    story.hasNotifications = false
    const beganAt = performance.now()
    await bindStrangers(story)
    story.outcomes = ['succeeded', 'rescheduled', 'retried', 'failed']
    await linkPairs(story)
    await cancelRewards(story)
    const linked = await callsAtGateway(story)
    const madeAt = performance.now()

    const calls: number[] = []
    const classes = new Set<string>()
    let before = linked
    for (let hour = 1; hour <= size.days * 24; hour += 1) {
      if (!size.stops.includes(hour % 24)) continue
      const now = FIRST_DAY + hour * HOUR_MS
      await story.moveTo(new Date(now).toISOString().slice(0, 19))
      await leave(story, now)
      if (hour === REFUSED_HOURS) {
        await removeFault(story, 'status')
        story.outcomes = ['succeeded', 'rescheduled']
      }
      if (hour % 24 !== 0) continue
      const seen = await callsAtGateway(story)
      calls.push(seen - before)
      before = seen
      for (const it of await lookClasses(story)) classes.add(it)
      log(`day ${calls.length}: ${calls.at(-1)} calls`)
    }
    log({
      bound: size.bound,
      matter: 2 * size.pairs,
      linked,
      calls: calls.reduce((sum, it) => sum + it, 0),
      mostCallsADay: Math.max(...calls),
      days: calls.length,
      leaving: leaving.size,
      secondsToFill: Math.round((madeAt - beganAt) / 1000),
      seconds: Math.round((performance.now() - madeAt) / 1000),
    })
    expect(calls.filter((it) => it > size.bound * MAX_CALLS_PER_CUSTOMER)).toEqual([])
    expect(classes).toEqual(new Set(['NEAR', 'FAILED', 'ROUTINE', 'AFTER']))
    expect(await wrongBills(story)).toEqual([])
  },
  LIMIT_MS,
)

const log = trialSize<(figures: unknown) => void>(() => undefined, console.log)

/** Each customer is the customer of an account. */
async function bindStrangers(story: BillingStory): Promise<void> {
  for (const it of strangers.slice(0, BILL_DAYS)) await bind(story, it)
  await story.runJobs()
  await copyStrangers(service, story.alias, strangers.length)
  expect(await lookClasses(story)).toEqual([])
}

async function linkPairs(story: BillingStory): Promise<void> {
  await inParallel(numbers.values(), AT_ONCE, async (n) => {
    const couponCode = await story.user(referrer(n).name)
    await bind(story, referrer(n))
    const { name: accountId } = friend(n)
    const body = { accountId, paymentProviderId: customerIdOf(friend(n)), couponCode }
    expect((await story.call('POST', '/discount', body)).status).toBe(201)
    return true
  })
  await story.runJobs()
}

async function cancelRewards(story: BillingStory): Promise<void> {
  for (const { name } of [referrer(CANCELLED), friend(CANCELLED)]) {
    const { body } = await story.call('GET', `/rewards?accountId=${name}`)
    const [reward] = body.rewards as readonly { readonly id: string }[]
    const { status } = await story.call('POST', `/reward/${reward?.id}/cancel`, {})
    expect(status).toBe(200)
  }
  await story.runJobs()
}

async function bind(story: BillingStory, subscriber: Subscriber): Promise<void> {
  const paymentProviderId = customerIdOf(subscriber)
  await story.call('POST', '/accountsync', { id: subscriber.name, paymentProviderId })
}

async function leave(story: BillingStory, now: number): Promise<void> {
  for (const n of leaving.keys())
    if (leftAt(n) === now) await story.tenant.shop.sdk.subscription.cancel(subscriptionIdOf(friend(n)))
}

function leftAt(n: number): number {
  return billedAt(referrer(n)) - (leaving.get(n) ?? Number.NaN) * HOUR_MS
}

/** The time of the bill in February. */
function billedAt({ billDay }: Subscriber): number {
  return FIRST_DAY + ((billDay - 1) * 24 + BILL_HOUR) * HOUR_MS
}

/** Where a subscription was not billed as it should have been. */
async function wrongBills(story: BillingStory): Promise<readonly string[]> {
  const wrong: string[] = []
  const expectBills = async (it: Subscriber, january: string, february: string | null) => {
    const isBilled = february !== null && it.billDay <= size.days
    const expected = [january, ...(isBilled ? [february] : [])].join()
    const bills = (await story.payments(subscriptionIdOf(it))).slice(0, isBilled ? 2 : undefined).join()
    if (bills !== expected) wrong.push(`${it.name}: ${bills} instead of ${expected}`)
  }
  await inParallel(numbers.values(), AT_ONCE, async (n) => {
    const isEnded = (leaving.get(n) ?? 0) > 24
    const isCancelled = n === CANCELLED
    await expectBills(referrer(n), '30.00', isEnded || isCancelled ? '30.00' : '27.00')
    const hasLeft = leftAt(n) < billedAt(friend(n))
    await expectBills(friend(n), '27.00', hasLeft ? null : isCancelled ? '30.00' : '27.00')
    return true
  })
  for (const it of strangers.slice(0, 2 * BILL_DAYS)) await expectBills(it, '30.00', '30.00')
  return wrong
}

async function lookClasses({ alias }: BillingStory): Promise<readonly string[]> {
  const text = `select distinct look_class from app.processor_subscription
    where tenant_id = $1 and look_class is not null`
  const rows = await service.owner.query<{ look_class: string }>({ name: '', text }, [alias])
  return rows.map((it) => it.look_class)
}

type Fault = { readonly id: string; readonly seen: number; readonly action: { readonly kind: string } }

async function faultOf(story: BillingStory, kind: string): Promise<Fault> {
  const { items } = await story.tenant.shop.control('GET', '/faults')
  // The control API's own shape.
  const found = (items as readonly Fault[]).find((it) => it.action.kind === kind)
  if (found === undefined) throw new Error(`fault rule not found: ${kind}`)
  return found
}

async function callsAtGateway(story: BillingStory): Promise<number> {
  return (await faultOf(story, 'delay')).seen
}

async function removeFault(story: BillingStory, kind: string): Promise<void> {
  await story.tenant.shop.control('DELETE', `/faults/${(await faultOf(story, kind)).id}`)
}
