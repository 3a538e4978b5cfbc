import type { Entry } from './ledger.ts'
import type { Credit } from './redemption.ts'
import { amountOf, type Reward, sharedCredit } from './reward.ts'

/** What became of the share of one payment, in minor units. */
export type ShareState = {
  /** Names the payment. */
  readonly payment: string
  /** The credit that was given for it, without what was given again. */
  readonly givenMinor: number
  /** What was taken back for it, from credit of this payment and of others, and not given again. */
  readonly takenMinor: number
  /** What is still to be taken back for it. */
  readonly debtMinor: number
  /** Credit of it that had expired unspent when it was to be taken back. */
  readonly expiredMinor: number
}

/** The credit of a share with the payment that it is of. */
export type ShareCredit = Credit<string> & { readonly payment: string }

/** The shares of one person in one currency. */
export type ShareAccount = {
  readonly states: readonly ShareState[]
  readonly credits: readonly ShareCredit[]
}

/** What the share of a payment is to be. */
export type WantedShare = {
  readonly payment: string
  readonly paidAt: number
  readonly keptMinor: number
  /** Whether credit can be given for it: not while the referrer's side waits or is denied. */
  readonly isApproved: boolean
  readonly unit: string
  /** How long its credit is valid; null without an end. */
  readonly months: number | null
  readonly holdDays: number
}

export type ShareChange = ShareAccount & {
  /** Entries for what was taken back, each with its reward. New credit has the entries of a new reward. */
  readonly entries: readonly (Entry & { readonly rewardId: string })[]
}

/**
 * Brings the shares of a person to what they are to be. More is given as credit; less is taken back from credit that is not
 * spent, first of the same payment, and what is then missing is a debt that the next credit of shares pays. Nothing is charged.
 * What was taken back and stands again, as when a dispute is won, is new credit. The same wish again changes nothing.
 */
export function settleShares(
  account: ShareAccount,
  wanted: readonly WantedShare[],
  now: number,
  newId: () => string,
): ShareChange {
  const states = new Map(account.states.map((it) => [it.payment, it]))
  const purse = new Purse(account.credits, now)
  const byPayment = wanted.toSorted(
    (one, other) => one.paidAt - other.paidAt || (one.payment < other.payment ? -1 : 1),
  )
  for (const want of byPayment) {
    const state = states.get(want.payment) ?? newState(want.payment)
    const missing = want.keptMinor - standingOf(state)
    if (missing < 0) states.set(want.payment, lessened(state, -missing, purse))
    if (missing > 0) states.set(want.payment, raised(state, missing, want, purse, newId))
  }
  for (const state of [...states.values()].filter((it) => it.debtMinor > 0)) {
    const taken = purse.takeFromAny(state.payment, state.debtMinor)
    const { debtMinor, takenMinor } = state
    states.set(state.payment, { ...state, debtMinor: debtMinor - taken, takenMinor: takenMinor + taken })
  }
  return { states: [...states.values()], credits: purse.credits, entries: purse.entries }
}

/** What a person has, had or will have of a share, less what is owed back. */
export function standingOf({ givenMinor, takenMinor, debtMinor, expiredMinor }: ShareState): number {
  return givenMinor - takenMinor - debtMinor - expiredMinor
}

function newState(payment: string): ShareState {
  return { payment, givenMinor: 0, takenMinor: 0, debtMinor: 0, expiredMinor: 0 }
}

/** What expired unspent was of no use to the person, so that it is not asked for again. */
function lessened(state: ShareState, minor: number, purse: Purse): ShareState {
  const expired = Math.min(minor, Math.max(0, purse.expiredOf(state.payment) - state.expiredMinor))
  const taken = purse.takeFromOwn(state.payment, minor - expired)
  return {
    ...state,
    expiredMinor: state.expiredMinor + expired,
    takenMinor: state.takenMinor + taken,
    debtMinor: state.debtMinor + minor - expired - taken,
  }
}

/** In the reverse order of what was taken back: a debt is dropped, then credit is given again, but for what had expired. */
function raised(
  state: ShareState,
  minor: number,
  want: WantedShare,
  purse: Purse,
  newId: () => string,
): ShareState {
  const dropped = Math.min(minor, state.debtMinor)
  const withoutDebt = { ...state, debtMinor: state.debtMinor - dropped }
  if (!want.isApproved) return withoutDebt
  const again = Math.min(minor - dropped, state.takenMinor)
  const expired = Math.min(minor - dropped - again, state.expiredMinor)
  const fresh = minor - dropped - again - expired
  if (again + fresh > 0) {
    const { unit, months, paidAt, holdDays } = want
    const paymentKey = purse.nextKeyOf(state.payment)
    const credit = { unit, minor: again + fresh, months, paymentKey }
    const reward = sharedCredit(credit, paidAt, holdDays, purse.now)
    purse.add({ id: newId(), payment: state.payment, reward })
  }
  return {
    ...withoutDebt,
    takenMinor: state.takenMinor - again,
    expiredMinor: state.expiredMinor - expired,
    givenMinor: state.givenMinor + fresh,
  }
}

/** The payment that the key of a credit names. */
export function paymentOfKey(paymentKey: string): string {
  return paymentKey.replace(/#\d+$/, '')
}

/** The credit of a person's shares while it is changed. */
class Purse {
  readonly now: number
  readonly #credits: Map<string, ShareCredit>
  readonly #entries: (Entry & { readonly rewardId: string })[] = []

  constructor(credits: readonly ShareCredit[], now: number) {
    this.now = now
    this.#credits = new Map(credits.map((it) => [it.id, it]))
  }

  get credits(): readonly ShareCredit[] {
    return [...this.#credits.values()]
  }

  get entries() {
    return this.#entries
  }

  add(credit: ShareCredit): void {
    this.#credits.set(credit.id, credit)
  }

  /** Names the next credit of a payment, so that it is given once. */
  nextKeyOf(payment: string): string {
    const count = this.credits.filter((it) => it.payment === payment).length
    return count === 0 ? payment : `${payment}#${count}`
  }

  expiredOf(payment: string): number {
    const expired = this.credits.filter((it) => it.payment === payment && this.#hasExpired(it.reward))
    return expired.reduce((sum, it) => sum + restOf(it.reward), 0)
  }

  /** Takes also from credit of the payment that is held, or was taken back with the referrer's side. */
  takeFromOwn(payment: string, most: number): number {
    const own = this.credits.filter((it) => it.payment === payment)
    return this.#take(own, payment, most)
  }

  takeFromAny(payment: string, most: number): number {
    const open = this.credits.filter((it) => it.reward.cancelledAt === null)
    return this.#take(open, payment, most)
  }

  /** Credit that expires first is taken first, as when it is spent. */
  #take(credits: readonly ShareCredit[], payment: string, most: number): number {
    const never = Number.MAX_SAFE_INTEGER
    const usable = credits
      .filter(({ reward }) => !this.#hasExpired(reward))
      .toSorted((one, other) => (one.reward.expiresAt ?? never) - (other.reward.expiresAt ?? never))
    let missing = most
    for (const credit of usable) {
      const taken = Math.min(missing, restOf(credit.reward))
      if (taken === 0) continue
      missing -= taken
      this.#takeFrom(credit, payment, taken)
    }
    return most - missing
  }

  #takeFrom(credit: ShareCredit, payment: string, taken: number): void {
    const { id, reward } = credit
    const redeemed = reward.redeemed + taken
    const takenBack = reward.takenBack + taken
    const redeemedAt = redeemed - reward.reserved === amountOf(reward.spec) ? this.now : null
    this.#credits.set(id, { ...credit, reward: { ...reward, redeemed, takenBack, redeemedAt } })
    // What was cancelled is out of the ledger already.
    if (reward.cancelledAt !== null || reward.givenAt === null) return
    const effectiveAt = Math.max(this.now, reward.givenAt)
    const source = `taken:${payment}:${id}:${takenBack}`
    this.#entries.push({ rewardId: id, source, kind: 'REVERSAL', amount: -taken, effectiveAt })
    if (reward.expiresAt !== null) {
      const expiry = { source: `${source}:expiry`, kind: 'EXPIRY', effectiveAt: reward.expiresAt } as const
      this.#entries.push({ ...expiry, rewardId: id, amount: taken })
    }
  }

  #hasExpired({ expiresAt }: Reward): boolean {
    return expiresAt !== null && expiresAt <= this.now
  }
}

function restOf({ spec, redeemed }: Reward): number {
  return amountOf(spec) - redeemed
}
