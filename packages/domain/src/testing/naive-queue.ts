/** What a bill of the model has off it, in cents, and the queued reward that it had. */
export type NaiveBill = {
  readonly percentage: number
  readonly credit: number
  readonly queued: string | null
}

type NaivePercentage = {
  readonly id: string
  readonly percent: number
  readonly isQueued: boolean
  readonly months: number | null
  readonly dayGiven: number
  /** Months that bills have not used up. */
  left: number
  isOut: boolean
  hasBegun: boolean
  /** Its first bill, and the days that bills of so many weeks have used of the months from there. */
  firstDay: number | null
  usedDays: number
  /** How many days of monthly bills have been since it was given. */
  billingDays: number
}

type NaiveCredit = { readonly dayEnds: number; cents: number; isOut: boolean; readonly id: string }

/**
 * A referrer's bills as a person with a calendar and a list on paper would make them: nothing of the rules is used. Days are counted
 * from the first one; a bill is made in the morning of its day, and what happens on a day happens at noon.
 */
export class NaiveQueue {
  readonly #percentages: NaivePercentage[] = []
  readonly #credits: NaiveCredit[] = []
  readonly #monthsLater: (day: number, months: number) => number

  /** @param monthsLater the day that is the so-manieth of a month, so many months later */
  constructor(monthsLater: (day: number, months: number) => number) {
    this.#monthsLater = monthsLater
  }

  earnPercentage(it: Pick<NaivePercentage, 'id' | 'percent' | 'isQueued' | 'months' | 'dayGiven'>): void {
    const left = it.months ?? Number.POSITIVE_INFINITY
    const unused = { isOut: false, hasBegun: false, firstDay: null, usedDays: 0, billingDays: 0 }
    this.#percentages.push({ ...it, left, ...unused })
  }

  earnCredit(id: string, cents: number, dayEnds: number): void {
    this.#credits.push({ id, cents, dayEnds, isOut: false })
  }

  takeBack(id: string): void {
    for (const it of [...this.#percentages, ...this.#credits]) if (it.id === id) it.isOut = true
  }

  giveAgain(id: string): void {
    for (const it of [...this.#percentages, ...this.#credits]) if (it.id === id) it.isOut = false
  }

  /** A day on which a subscription with monthly bills would have one. */
  billingDay(): void {
    for (const it of this.#percentages) it.billingDays += 1
  }

  bill(day: number, cents: number, step: { readonly months: number } | { readonly days: number }): NaiveBill {
    const here = this.#percentages.filter((it) => !it.isOut && it.dayGiven < day && this.#hasLeft(it))
    const added = here.filter(
      (it) =>
        !it.isQueued &&
        ('days' in step || it.left >= step.months || (it.months !== null && it.billingDays <= it.months)),
    )
    let percent = added.reduce((sum, it) => sum + it.percent, 0)
    let first: NaivePercentage | null = null
    if (percent < 100) {
      for (const it of here.filter((one) => one.isQueued))
        if (first === null || (it.hasBegun && !first.hasBegun)) first = it
    }
    percent = Math.min(100, percent + (first?.percent ?? 0))
    const percentage = Math.floor((cents * percent * 2 + 100) / 200)
    if (cents > 0) {
      for (const it of first === null ? added : [...added, first]) {
        if ('days' in step) it.usedDays += step.days
        else it.left -= step.months
        it.firstDay ??= day
        it.hasBegun = true
      }
    }
    const credit = this.#spend(day, cents - percentage)
    return { percentage, credit, queued: first?.id ?? null }
  }

  /** Whether months are left; of bills that follow weeks, calendar months from the first bill on. */
  #hasLeft({ left, months, firstDay, usedDays }: NaivePercentage): boolean {
    if (months === null || firstDay === null || usedDays === 0) return left > 0
    return firstDay + usedDays < this.#monthsLater(firstDay, months)
  }

  /** The credit that ends first is spent first. */
  #spend(day: number, most: number): number {
    let spent = 0
    for (const it of this.#credits.toSorted((one, other) => one.dayEnds - other.dayEnds)) {
      const usable = it.isOut || it.dayEnds < day ? 0 : Math.min(it.cents, most - spent)
      it.cents -= usable
      spent += usable
    }
    return spent
  }
}
