import type { ProcessorStory } from '../processor-story.ts'
import type { BillTable } from './bill-table.ts'
import type { BraintreeActions } from './braintree-actions.ts'
import type { ScenarioActions } from './scenario-actions.ts'
import type { TenantActions } from './tenant-actions.ts'

/** Acts by the moment, `YYYY-MM-DD` for noon of a day or `YYYY-MM-DDTHH:MM`, in UTC. */
type Acts<Actions> = Readonly<Record<string, (actions: Actions) => Promise<unknown>>>

/** The actions of some people on a calendar, and the bills that are right. */
export type Scenario<People = BraintreeActions> = {
  /** A whole sentence, true when the bills are right. */
  readonly name: string
  readonly acts: Acts<People>
  /** The bills by the name of each subscription of interest. */
  readonly bills: Readonly<Record<string, BillTable>>
  /** The days of bills that the service itself is to call wrong, and to leave to staff. */
  readonly wrong?: Readonly<Record<string, readonly string[]>>
}

/** The result of a scenario, by the names of its subscriptions. */
export type Outcome = {
  readonly bills: Readonly<Record<string, BillTable>>
  readonly wrong: Readonly<Record<string, readonly string[]>>
  /** The days of bills that were not what the API had said of them on the day before. */
  readonly surprising: Readonly<Record<string, readonly string[]>>
}

export type Calendar<People = BraintreeActions> = {
  /** Events of the whole tenant, before the actions of people at the same moment. */
  readonly events?: Acts<TenantActions>
  readonly scenarios: readonly Scenario<People>[]
  readonly until: string
}

const HOUR_MS = 3_600_000
/** When it is known that a subscription that was cancelled has not been replaced. */
const AFTER_ACT_MS = 25 * HOUR_MS

/**
 * Lets the people of all scenarios act on one calendar, in the order of their moments, until its end. Their accounts have
 * nothing in common. The gateway sends its notifications itself. Returns the bills of each scenario.
 */
export async function playScenarios<People extends ScenarioActions<object>>(
  tenant: TenantActions,
  peopleOf: (prefix: string) => People,
  { events = {}, scenarios, until }: Calendar<People>,
): Promise<ReadonlyMap<Scenario<People>, Outcome>> {
  const { story } = tenant
  await story.receiveNotifications(story.tenant.hook)
  const played = scenarios.map((scenario, index) => ({
    scenario,
    people: peopleOf(`s${index + 1}`),
  }))
  const acts = [
    ...Object.entries(events).map(([moment, act]) => actAt(moment, () => act(tenant))),
    ...played.flatMap(({ scenario, people }) =>
      Object.entries(scenario.acts).map(([moment, act]) =>
        actAt(moment, () =>
          act(people).catch((cause: unknown) => {
            throw new Error(`${moment} of "${scenario.name}"`, { cause })
          }),
        ),
      ),
    ),
  ]
  const end = timeOf(until)
  const moments = new Set([...acts.flatMap(({ at }) => [at, at + AFTER_ACT_MS]), end])
  const nextBills = new NextBills(story)
  for (const moment of [...moments].filter((it) => it <= end).sort((one, other) => one - other)) {
    await nextBills.passTo(moment)
    for (const { run } of acts.filter(({ at }) => at === moment)) await run()
    // Delivers what came of it.
    await story.passTo(moment)
  }
  const wrong = await tenant.wrongBills()
  const outcomes = played.map(async ({ scenario, people }) => {
    const surprising = people.bySubscription(nextBills.surprising)
    const outcome = { bills: await people.bills(), wrong: people.bySubscription(wrong), surprising }
    return [scenario, outcome] as const
  })
  return new Map(await Promise.all(outcomes))
}

function actAt(moment: string, run: () => Promise<unknown>) {
  return { at: timeOf(moment), run }
}

function timeOf(moment: string): number {
  return Date.parse(moment.includes('T') ? `${moment}Z` : `${moment}T12:00Z`)
}

/** An entry of `GET discounts`. */
type Discount = {
  readonly accountId: string
  readonly subscriptionId: string
  readonly state: string
  readonly reason: string | null
  readonly expectedAmount: number
  readonly dateNextBill: number | null
}
/** An entry of `GET bills`. */
type Bill = {
  readonly subscriptionId: string
  readonly date: number
  readonly price: number
  readonly actualDiscount: number
  readonly charged: number
  readonly addedTax: number
}
/** The forecast of the next bill on the day before. */
type Said = {
  readonly date: number
  readonly amount: number
  /** The percentage of `GET reward`; null where credit comes to it, or a reward that is still held. */
  readonly percent: number | null
}

const DAY_MS = 86_400_000

/** Compares each bill with what `GET discounts` and `GET reward` said of it at noon of the day before. */
class NextBills {
  /** The days of the bills that were something else, by subscription. */
  readonly surprising = new Map<string, readonly string[]>()
  readonly #story: ProcessorStory
  readonly #said = new Map<string, Said>()

  constructor(story: ProcessorStory) {
    this.#story = story
  }

  /** Moves all clocks to a moment, with a stop at noon before each day of bills. */
  async passTo(goal: number): Promise<void> {
    for (let now = 0; now < goal; ) {
      const discounts = await this.#discounts()
      const { body } = await this.#story.call('GET', '/test/clock')
      const noons = discounts.flatMap(({ dateNextBill }) =>
        dateNextBill === null ? [] : [dateNextBill - DAY_MS / 2],
      )
      now = Math.min(goal, ...noons.filter((it) => it > Number(body.now)))
      await this.#story.passTo(now)
      await this.#compare()
      await this.#read(now)
    }
  }

  async #read(now: number): Promise<void> {
    const due = (await this.#discounts()).filter(
      ({ dateNextBill, state, reason }) =>
        dateNextBill === now + DAY_MS / 2 && (state === 'IN_STEP' || reason === 'NOT_CHECKED'),
    )
    for (const { accountId, subscriptionId, expectedAmount, dateNextBill } of due) {
      const { body } = await this.#story.call('GET', `/account/${accountId}/reward`)
      const isAll =
        Array.isArray(body.credits) && body.credits.length === 0 && !(await this.#waits(accountId))
      const percent = isAll ? Number(body.discountPercentage) : null
      this.#said.set(subscriptionId, { date: Number(dateNextBill), amount: expectedAmount, percent })
    }
  }

  async #compare(): Promise<void> {
    if (this.#said.size === 0) return
    const { body } = await this.#story.call('GET', '/bills?limit=1000')
    for (const bill of body.bills as readonly Bill[]) {
      const { subscriptionId: id, date } = bill
      const said = this.#said.get(id)
      if (said === undefined || date < said.date || date >= said.date + DAY_MS) continue
      this.#said.delete(id)
      if (isAsSaid(bill, said)) continue
      const day = new Date(date).toISOString().slice(0, 10)
      this.surprising.set(id, [...(this.surprising.get(id) ?? []), day])
    }
  }

  async #waits(accountId: string): Promise<boolean> {
    const { body } = await this.#story.call('GET', `/rewards?accountId=${accountId}`)
    const rewards = body.rewards as readonly {
      readonly dateScheduledFor: number | null
      readonly dateGiven: number | null
    }[]
    return rewards.some((it) => it.dateScheduledFor !== null && it.dateGiven === null)
  }

  async #discounts(): Promise<readonly Discount[]> {
    return (await this.#story.call('GET', '/discounts?limit=1000')).body.discounts as readonly Discount[]
  }
}

/** No more can be taken off than is left of a bill. Amounts are rounded, in currencies of small units to whole ones. */
function isAsSaid({ price, actualDiscount, charged, addedTax }: Bill, { amount, percent }: Said): boolean {
  if (actualDiscount !== amount) return false
  if (percent === null) return true
  const left = charged - addedTax + actualDiscount
  const step = price < 1000 ? 0.01 : 1
  return Math.abs(Math.min((price * percent) / 100, left) - actualDiscount) <= step / 2 + 1e-9
}
