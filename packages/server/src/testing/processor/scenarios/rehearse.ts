import { enqueueJob } from '../../../frame/jobs/enqueue-job.ts'
import type { TestService } from '../../test-service.ts'
import { BillingStory } from '../billing-story.ts'
import type { LocalSandbox } from '../local-sandbox.ts'
import { StripeStory } from '../stripe/stripe-story.ts'
import { BraintreeActions } from './braintree-actions.ts'
import { StripeActions } from './stripe-actions.ts'

/** The first event at a moment of bills: their notifications, or a move of the program's clock; and whose notification. */
export type Order = {
  readonly first: 'notifications' | 'clock'
  readonly people: 'referrer first' | 'friends first'
}

export type Calendar = {
  /** Friends who subscribe with the referrer, and those who do two months later. */
  readonly first: readonly string[]
  readonly later: readonly string[]
  readonly until: string
}

const HALF_DAY_MS = 12 * 3_600_000

/** A friend's first payment is made at the moment of the referrer's bill. */
const program = {
  referredReward: { type: 'PCT_DISCOUNT', discountPercent: 100, monthsDiscountIsValid: 1 },
  referrerReward: { type: 'PCT_DISCOUNT', discountPercent: 25, monthsDiscountIsValid: 3 },
} as const

type Story = BillingStory | StripeStory
type Stage = {
  readonly story: Story
  readonly people: BraintreeActions | StripeActions
  readonly befriend: (name: string) => Promise<void>
}

const stages = {
  Braintree: async (service: TestService): Promise<Stage> => {
    const story = await BillingStory.begin(service)
    const people = new BraintreeActions(story, 's')
    return { story, people, befriend: (name) => people.friend(name, 'ada', { discount: '30.00' }) }
  },
  Stripe: async (service: TestService, sandbox: LocalSandbox): Promise<Stage> => {
    const story = await StripeStory.begin(service, sandbox)
    const { webhookEndpoints } = story.tenant.shop.sdk
    // No draft waits for the answer to an event that does not arrive.
    for (const { id } of (await webhookEndpoints.list()).data) await webhookEndpoints.del(id)
    const people = new StripeActions(story, 's')
    return { story, people, befriend: (name) => people.friend(name, 'ada', { percent: 100 }) }
  },
} as const

export type Processor = keyof typeof stages

/** Plays a calendar with the work of each moment in this order, and answers the bills and the dates of the conversions. */
export async function rehearse(
  service: TestService,
  sandbox: LocalSandbox,
  processor: Processor,
  { first, later, until }: Calendar,
  order: Order,
) {
  const stage = await stages[processor](service, sandbox)
  const { story, people, befriend } = stage
  await service.setProgram(program, story.alias)
  await people.referrer('ada')
  for (const name of first) await befriend(name)
  if (later.length > 0) await moveTo(stage, '2040-03-31T18:00', order)
  for (const name of later) await befriend(name)
  await moveTo(stage, until, order)
  const { referrals } = (await story.call('GET', '/referrals?limit=100')).body
  const converted = referrals as readonly { referredAccountId: string; dateConverted: number | null }[]
  const dates = converted.map(({ referredAccountId, dateConverted }) => [
    referredAccountId.slice(2),
    dateConverted === null ? null : new Date(dateConverted).toISOString().slice(0, 16),
  ])
  const { bills: wrong } = (await story.call('GET', '/bills?state=WRONG')).body
  return { bills: await people.bills(), dates: Object.fromEntries(dates), wrong }
}

/** Moves the processor's clock from bill to bill, with a stop half a day before each, and the program's clock beside it. */
async function moveTo({ people, story }: Stage, until: string, { first, people: whose }: Order) {
  const { control } = story.tenant.shop
  const goal = Date.parse(`${until}Z`)
  const notify = async () => {
    const subjects = whose === 'referrer first' ? people.customerIds() : people.customerIds().toReversed()
    for (const subject of subjects) await lookAt(story, subject)
  }
  for (let now = 0; now < goal; ) {
    const clock = await control('GET', '/clock')
    const due = clock.nextDue === null ? goal : Math.min(goal, Date.parse(String(clock.nextDue)))
    const before = due - HALF_DAY_MS
    now = before > Date.parse(String(clock.now)) ? before : due
    await control('POST', '/clock/advance', { to: new Date(now).toISOString() })
    if (isBilled(now) && first === 'notifications') await notify()
    await story.call('POST', '/test/clock', { now })
    await story.runJobs()
    if (isBilled(now) && first === 'clock') await notify()
  }
}

/** Bills are made and paid in these hours; at other times nothing but settlements happens. */
function isBilled(moment: number): boolean {
  return [6, 12, 13, 18, 19].includes(new Date(moment).getUTCHours())
}

/** Does the work of a notification, with all that follows from it before the next one. */
async function lookAt(story: Story, subject: string): Promise<void> {
  await story.service.ctx.writeTenant(story.alias, async (tx) =>
    enqueueJob(tx, { kind: 'CUSTOMER', subject }),
  )
  await story.runJobs()
}
