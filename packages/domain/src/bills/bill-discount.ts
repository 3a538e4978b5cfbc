import { type CreditLot, sumOfLots, validLots, withoutAmount } from '../rewards/credit-lots.ts'
import { type AccountDiscount, accountDiscount, ratesBySource } from '../rewards/discount.ts'
import type { RewardSource } from '../rewards/reward.ts'
import { type Currency, type Money, parseCurrency, roundedDown } from '../values/money.ts'
import type { Rate } from '../values/rate.ts'
import { type BillTime, billTime } from './bill-time.ts'
import type { BillCalendar, Percentage } from './counted-bills.ts'
import { percentagesOn } from './queue.ts'
import { type Rounding, roundedShare } from './rounded-share.ts'
import type { UsedMonths } from './used-months.ts'

export const liveStatuses = ['PENDING', 'ACTIVE', 'PAST_DUE'] as const
export const billedStatuses = [...liveStatuses, 'CANCELLED', 'EXPIRED'] as const
/** The state of a subscription at the payment processor. */
export type BilledStatus = (typeof billedStatuses)[number]

/** A subscription at the payment processor, as far as its next bill depends on it. Amounts are minor units. */
export type BilledSubscription = BillCalendar &
  Rounding & {
    readonly id: string
    readonly status: BilledStatus
    readonly price: Money
    /** Add-ons on the bill (positive) and discounts other than ours (negative). */
    readonly otherChangesMinor: number
    /** Below zero for a credit that the processor keeps; it is used up before anything is charged. */
    readonly balanceMinor: number
    /** `YYYY-MM-DD`; null when no further bill is due. */
    readonly nextBillDate: string | null
    /** The credit that is reserved for its next bill. */
    readonly reserved: readonly CreditLot[]
    /** The months of each percentage that its bills have used, by the percentage's ID. */
    readonly used: ReadonlyMap<string, UsedMonths>
  }

/** All that decides how much is taken off the next bills of an account. */
export type AccountBilling = {
  readonly percentages: readonly Percentage[]
  /** Credit per unit that is neither spent nor reserved; of these units, currencies can be taken off bills. */
  readonly credits: ReadonlyMap<string, readonly CreditLot[]>
  /** Credit per unit that is about to be redeemed, so that no bill takes it. */
  readonly claimed?: ReadonlyMap<string, number>
  readonly subscriptions: readonly BilledSubscription[]
}

/** Why nothing can be taken off a bill for now. */
export const waitingReasons = {
  NO_LIVE_SUBSCRIPTION: 'The customer has no live subscription at the payment processor.',
  PAST_DUE: 'The subscription is past due. Its discount is changed as soon as the open bill is paid.',
  NO_NEXT_BILL: 'No further bill of the subscription is due.',
  CURRENCY_DIFFERS: 'The account has credit, but none in the currency of the subscription.',
} as const satisfies Record<string, string>
export type WaitingReason = keyof typeof waitingReasons

/** Whether the amount of the next bill is not to be changed any more, or there is none. */
export function isBillFixed({ waiting }: Pick<BillDiscount, 'waiting'>): boolean {
  return waiting === 'PAST_DUE' || waiting === 'NO_NEXT_BILL'
}

/**
 * The state of the processor's discount compared with that of the next bill: equal, being changed, not to be changed for
 * now, or refused by the processor.
 */
export const discountStates = ['IN_STEP', 'PENDING', 'WAITING', 'FAILED'] as const
export type DiscountState = (typeof discountStates)[number]

/** Whether the discount is another one than it is to be, and nothing keeps that from being changed. */
export function isToBeChanged(state: DiscountState | null): boolean {
  return state === 'PENDING' || state === 'FAILED'
}

/** Why a subscription is compared with the processor next, the most urgent first: its bill is near, its discount was refused. */
export type LookClass = 'NEAR' | 'FAILED' | 'ROUTINE' | 'AFTER'

/** The discount of one subscription's next bill. */
export type BillDiscount = {
  readonly subscriptionId: string
  /** When the bill is made; null when none is due. */
  readonly bill: BillTime | null
  readonly expected: Money
  /** The parts of `expected`. The credit has to be reserved before it is taken off. */
  readonly percentageMinor: number
  readonly creditMinor: number
  readonly discount: AccountDiscount
  readonly waiting: WaitingReason | null
}

export type AccountBills = {
  /** One for each live subscription, the next bill first. */
  readonly bills: readonly BillDiscount[]
  /** Why there is no bill at all, although the account has a reward for one. */
  readonly waiting: WaitingReason | null
  /** The next moment at which a percentage begins or ends; null when none is known. */
  readonly changesAt: number | null
}

/**
 * Computes the discount on the next bill of each live subscription of an account. Each bill gets the percentages that are on
 * it. Credit that is valid when a bill is made is taken off one bill after another, in the order of the bills, after the
 * percentage. A bill never falls below zero, because the processor would carry the rest over to the following bills.
 */
export function billDiscounts(billing: AccountBilling, now: number): AccountBills {
  const changesAt = nextChange(billing.percentages, now)
  const live = billing.subscriptions.filter(isLive).map(withBillTime).sort(byBill)
  if (live.length === 0) {
    return { bills: [], waiting: hasReward(billing, now) ? 'NO_LIVE_SUBSCRIPTION' : null, changesAt }
  }
  const free = new Map(billing.credits)
  const bills = withoutClaims(billing.claimed, live, free).map((it) => billDiscount(billing, it, free))
  return { bills, waiting: null, changesAt }
}

type Timed = { readonly subscription: BilledSubscription; readonly bill: BillTime | null }

/** Claimed credit is taken from free credit, and then from the reservations of the last bills. */
function withoutClaims(
  claimed: ReadonlyMap<string, number> = new Map(),
  bills: readonly Timed[],
  free: Map<string, readonly CreditLot[]>,
): readonly Timed[] {
  const missing = new Map(claimed)
  const take = (unit: string, lots: readonly CreditLot[]) => {
    const amount = Math.min(missing.get(unit) ?? 0, sumOfLots(lots))
    missing.set(unit, (missing.get(unit) ?? 0) - amount)
    return withoutAmount(lots, amount)
  }
  for (const unit of claimed.keys()) free.set(unit, take(unit, free.get(unit) ?? []))
  const lastFirst = bills.toReversed().map(({ subscription, bill }) => {
    return {
      bill,
      subscription: { ...subscription, reserved: take(subscription.price.currency, subscription.reserved) },
    }
  })
  return lastFirst.toReversed()
}

/** Takes the credit that it uses from the `free` lots. */
function billDiscount(
  { percentages, credits }: AccountBilling,
  { subscription, bill }: Timed,
  free: Map<string, readonly CreditLot[]>,
): BillDiscount {
  const { price } = subscription
  const discount = accountDiscount(ratesAt(percentages, subscription))
  const inSteps = (minor: number) => roundedDown(minor, subscription.amountStep)
  const share = roundedShare(price, discount.applied, subscription)
  const percentageMinor = Math.min(share, inSteps(mostOff(subscription)))
  const room = roomForCredit(subscription, percentageMinor)
  const reserved = bill === null ? 0 : sumOfLots(validLots(subscription.reserved, bill))
  const kept = inSteps(Math.min(reserved, room))
  const lots = free.get(price.currency) ?? []
  const usable = bill === null || subscription.status === 'PAST_DUE' ? [] : validLots(lots, bill)
  const added = inSteps(Math.min(sumOfLots(usable), room - kept))
  free.set(
    price.currency,
    withoutAmount(lots, added, (lot) => usable.includes(lot)),
  )
  const creditMinor = kept + added
  const expected = { minor: percentageMinor + creditMinor, currency: price.currency }
  const isOtherCurrency = expected.minor === 0 && hasOnlyOther(credits, price.currency)
  const waiting = waitingReason(subscription, bill) ?? (isOtherCurrency ? 'CURRENCY_DIFFERS' : null)
  const { id: subscriptionId } = subscription
  return { subscriptionId, bill, expected, percentageMinor, creditMinor, discount, waiting }
}

function waitingReason({ status }: BilledSubscription, bill: BillTime | null): WaitingReason | null {
  if (status === 'PAST_DUE') return 'PAST_DUE'
  return bill === null ? 'NO_NEXT_BILL' : null
}

function ratesAt(
  percentages: readonly Percentage[],
  { nextBillDate: date, ...calendar }: BilledSubscription,
): Readonly<Record<RewardSource, Rate>> {
  return ratesBySource(date === null ? [] : percentagesOn(percentages, { ...calendar, date }))
}

/** The largest discount: the price, and no more than the rest of the bill. */
function mostOff({ price, otherChangesMinor }: BilledSubscription): number {
  return Math.max(0, Math.min(price.minor, price.minor + otherChangesMinor))
}

/** Credit is not spent on what the processor's own credit pays. */
function roomForCredit(subscription: BilledSubscription, percentageMinor: number): number {
  const { price, otherChangesMinor, balanceMinor } = subscription
  const due = price.minor + otherChangesMinor - percentageMinor + Math.min(0, balanceMinor)
  return Math.max(0, Math.min(due, mostOff(subscription) - percentageMinor))
}

function hasReward({ percentages, credits }: AccountBilling, now: number): boolean {
  const counts = ({ givenAt, expiresAt, cancelledAt }: Percentage) =>
    cancelledAt === null && givenAt !== null && givenAt <= now && (expiresAt === null || expiresAt > now)
  return percentages.some(counts) || currenciesOf(credits).length > 0
}

function hasOnlyOther(credits: AccountBilling['credits'], currency: Currency): boolean {
  const currencies = currenciesOf(credits)
  return currencies.length > 0 && !currencies.includes(currency)
}

/** The currencies of credit that is there. */
function currenciesOf(credits: AccountBilling['credits']): readonly string[] {
  const units = [...credits].filter(([, lots]) => sumOfLots(lots) > 0).map(([unit]) => unit)
  return units.filter((it) => parseCurrency(it) !== null)
}

function nextChange(percentages: readonly Percentage[], now: number): number | null {
  const moments = percentages
    .filter((it) => it.cancelledAt === null)
    .flatMap((it) => [it.givenAt, it.expiresAt])
    .filter((it) => it !== null)
    .filter((it) => it > now)
  return moments.length === 0 ? null : Math.min(...moments)
}

/** Whether bills of the subscription are still made, or would be if it were paid. */
export function isLive({ status }: Pick<BilledSubscription, 'status'>): boolean {
  return liveStatuses.some((it) => it === status)
}

function withBillTime(subscription: BilledSubscription): Timed {
  const { nextBillDate, timeOfDayMs } = subscription
  return { subscription, bill: nextBillDate === null ? null : billTime(nextBillDate, timeOfDayMs) }
}

/** The next bill first; of bills of one moment, in the order of the ids. A subscription without a bill comes last. */
function byBill(one: Timed, other: Timed): number {
  const never = Number.POSITIVE_INFINITY
  const [first, second] = [one.bill?.from ?? never, other.bill?.from ?? never]
  if (first !== second) return first < second ? -1 : 1
  return one.subscription.id < other.subscription.id ? -1 : 1
}
