import type { ProcessorStory } from '../processor-story.ts'

/** What `GET discounts` says. */
type Discount = {
  readonly accountId: string
  readonly subscriptionId: string
  readonly state: string
  readonly reason: string | null
  readonly expectedAmount: number
  readonly dateNextBill: number | null
}
/** What `GET bills` says. */
type Bill = {
  readonly subscriptionId: string
  readonly date: number
  readonly price: number
  readonly actualDiscount: number
  readonly charged: number
  readonly addedTax: number
}
/** What is said of the next bill on the day before. */
type Said = {
  readonly date: number
  readonly amount: number
  /** The percentage of `GET reward`; null where credit comes to it, or a reward that is still held. */
  readonly percent: number | null
}

const DAY_MS = 86_400_000

/** Compares each bill with what `GET discounts` and `GET reward` said of it at noon of the day before. */
export class NextBills {
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
