/** A payment of a friend as it is written on paper. Days are counted from the first one. */
type NaivePayment = {
  readonly name: string
  readonly friend: number
  readonly currency: string
  readonly day: number
  readonly cents: number
  /** How many months it pays for, or how many days; both are 0 for a part of a period. */
  readonly months: number
  readonly days: number
  refunded: number
  isReversed: boolean
  /** Credit of it that was given, less what came back. */
  stands: number
  expired: number
  debt: number
}

/** One cent of credit. */
type Cent = {
  readonly of: NaivePayment
  readonly dayGiven: number
  readonly dayEnds: number
  state: 'there' | 'spent' | 'taken'
  /** The payment that it was taken back for. */
  takenFor: NaivePayment | null
  isOut: boolean
}

type NaiveTerms = {
  readonly percent: number
  readonly months: number
  readonly holdDays: number
  readonly mostInMonth: number
  readonly monthOf: (day: number) => string
  /** The day that is the so-manieth of a month, so many months later. */
  readonly monthsLater: (day: number, months: number) => number
  readonly creditMonths: number | null
}

/** A referrer's shares counted cent by cent: nothing of the rules is used. */
export class NaiveShares {
  readonly #terms: NaiveTerms
  readonly #payments: NaivePayment[] = []
  readonly #firstDay = new Map<number, number>()
  readonly #lastDay = new Map<number, number>()
  readonly #denied = new Set<number>()
  #cents: Cent[] = []

  constructor(terms: NaiveTerms) {
    this.#terms = terms
  }

  pay(it: Pick<NaivePayment, 'name' | 'friend' | 'currency' | 'day' | 'cents' | 'months' | 'days'>): void {
    if (!this.#firstDay.has(it.friend)) this.#firstDay.set(it.friend, it.day)
    this.#payments.push({ ...it, refunded: 0, isReversed: false, stands: 0, expired: 0, debt: 0 })
    this.#payments.sort((one, other) => one.day - other.day || (one.name < other.name ? -1 : 1))
  }

  refund(name: string, cents: number): void {
    for (const it of this.#payments) if (it.name === name) it.refunded += cents
  }

  reverse(name: string, isReversed: boolean): void {
    for (const it of this.#payments) if (it.name === name) it.isReversed = isReversed
  }

  leave(friend: number, day: number): void {
    this.#lastDay.set(friend, day)
  }

  decide(friend: number, isDenied: boolean, day: number): void {
    if (isDenied) this.#denied.add(friend)
    else this.#denied.delete(friend)
    for (const it of this.#cents) {
      if (it.of.friend !== friend) continue
      if (!isDenied) it.isOut = false
      else if (it.dayEnds > day && it.state === 'there') it.isOut = true
    }
  }

  spend(currency: string, most: number, day: number): number {
    const usable = this.#there(day).filter(
      (it) => !it.isOut && it.of.currency === currency && it.dayGiven <= day,
    )
    const spent = usable.slice(0, most)
    for (const it of spent) it.state = 'spent'
    return spent.length
  }

  available(currency: string, day: number): number {
    return this.#there(day).filter((it) => !it.isOut && it.of.currency === currency && it.dayGiven <= day)
      .length
  }

  debt(currency: string): number {
    return this.#payments.reduce((sum, it) => (it.currency === currency ? sum + it.debt : sum), 0)
  }

  /** Gives and takes cent by cent until every payment has what it should. */
  settle(day: number): void {
    for (const [payment, wanted] of this.#wanted()) {
      while (payment.stands > wanted) this.#takeOne(payment, day)
      let given = 0
      while (payment.stands < wanted) {
        if (payment.debt > 0) payment.debt -= 1
        else if (this.#denied.has(payment.friend)) break
        else given += this.#isGivenAgain(payment) ? 1 : 0
        payment.stands += 1
      }
      this.#give(payment, given, day)
    }
    for (const it of this.#payments) {
      while (it.debt > 0) {
        const cent = this.#there(day).find((one) => !one.isOut && one.of.currency === it.currency)
        if (cent === undefined) break
        cent.state = 'taken'
        cent.takenFor = it
        it.debt -= 1
      }
    }
  }

  /** Whether a further cent of a payment is credit: not if it had expired when it was to be taken. */
  #isGivenAgain(payment: NaivePayment): boolean {
    const taken = this.#cents.find((it) => it.takenFor === payment)
    if (taken !== undefined) taken.takenFor = null
    else if (payment.expired > 0) {
      payment.expired -= 1
      return false
    }
    return true
  }

  #takeOne(payment: NaivePayment, day: number): void {
    payment.stands -= 1
    const gone = this.#cents.filter((it) => it.of === payment && it.state === 'there' && it.dayEnds <= day)
    if (gone.length > payment.expired) {
      payment.expired += 1
      return
    }
    const cent = this.#there(day).find((it) => it.of === payment)
    if (cent === undefined) payment.debt += 1
    else {
      cent.state = 'taken'
      cent.takenFor = payment
    }
  }

  #give(of: NaivePayment, count: number, day: number): void {
    const { holdDays, creditMonths, monthsLater } = this.#terms
    const dayGiven = Math.max(day, of.day + holdDays)
    const dayEnds = creditMonths === null ? Number.POSITIVE_INFINITY : monthsLater(dayGiven, creditMonths)
    for (let index = 0; index < count; index += 1)
      this.#cents.push({ of, dayGiven, dayEnds, state: 'there', takenFor: null, isOut: false })
  }

  /** Cents that were not used and have not ended, those first that end first. */
  #there(day: number): readonly Cent[] {
    const there = this.#cents.filter((it) => it.state === 'there' && it.dayEnds > day)
    return there.sort((one, other) => (one.dayEnds === other.dayEnds ? 0 : one.dayEnds - other.dayEnds))
  }

  /** What each payment should have given, the earliest first. */
  #wanted(): readonly (readonly [NaivePayment, number])[] {
    const { percent, months, monthsLater, monthOf, mostInMonth } = this.#terms
    const paidMonths = new Map<number, number>()
    const paidDays = new Map<number, number>()
    const inMonth = new Map<string, number>()
    return this.#payments.map((it) => {
      const first = this.#firstDay.get(it.friend) ?? 0
      const [before, daysBefore] = [paidMonths.get(it.friend) ?? 0, paidDays.get(it.friend) ?? 0]
      const from = it.months + it.days === 0 ? it.day : monthsLater(first, before) + daysBefore
      const isWithin = from < monthsLater(first, months)
      const isShared = it.day >= first && it.day <= (this.#lastDay.get(it.friend) ?? Number.POSITIVE_INFINITY)
      if (!isWithin || !isShared) return [it, 0]
      paidMonths.set(it.friend, before + it.months)
      paidDays.set(it.friend, daysBefore + it.days)
      const rounded = (cents: number) => Math.floor((cents * percent + 50) / 100)
      const month = `${it.currency} ${monthOf(it.day)}`
      const share = Math.min(rounded(it.cents), mostInMonth - (inMonth.get(month) ?? 0))
      inMonth.set(month, (inMonth.get(month) ?? 0) + share)
      const left = it.isReversed ? 0 : Math.max(0, it.cents - it.refunded)
      return [it, Math.min(share, rounded(left))]
    })
  }
}
