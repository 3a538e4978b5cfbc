import { type BilledSubscription, billDiscounts } from '../bills/bill-discount.ts'
import { MONTHLY } from '../bills/billing-interval.ts'
import type { Percentage } from '../bills/counted-bills.ts'
import type { UsedMonths } from '../bills/used-months.ts'
import type { CreditLot } from '../rewards/credit-lots.ts'
import type { Currency } from '../values/money.ts'
import type { Rate } from '../values/rate.ts'

export const utc = (text: string) => Date.parse(`${text}Z`)
export const NOW = utc('2026-03-01T12:00')
export const SIX = 6 * 3_600_000
export const USD = 'USD' as Currency

type SubscriptionFields = Partial<BilledSubscription> & {
  readonly priceMinor?: number
  readonly reservedMinor?: number
}

export function subscription(fields: SubscriptionFields = {}) {
  const { priceMinor = 10_00, reservedMinor = 0, ...others } = fields
  return {
    id: 's1',
    status: 'ACTIVE',
    price: { minor: priceMinor, currency: USD },
    otherChangesMinor: 0,
    balanceMinor: 0,
    nextBillDate: '2026-03-10',
    billingDay: null,
    billingInterval: MONTHLY,
    timeOfDayMs: SIX,
    madeAt: new Map<string, number>(),
    reserved: forever(reservedMinor),
    used: new Map<string, UsedMonths>(),
    amountStep: 1,
    ...others,
  } as const satisfies BilledSubscription
}

export function percent(value: number, fields: Partial<Percentage> = {}): Percentage {
  const rate = Math.round(value * 100) as Rate
  const always = { givenAt: 0, expiresAt: null, cancelledAt: null, months: null, billsAfter: null }
  return { id: 'p1', source: 'REFERRED', rate, ...always, queuedAt: null, ...fields }
}

export type Case = {
  readonly percentages?: readonly Percentage[]
  /** Credit by its unit; a number is credit that never expires. */
  readonly credits?: Readonly<Record<string, number | readonly CreditLot[]>>
  readonly claimed?: Readonly<Record<string, number>>
  readonly subscriptions?: readonly BilledSubscription[]
}

export function billsOf({
  percentages = [],
  credits = {},
  claimed = {},
  subscriptions = [subscription()],
}: Case) {
  const units = Object.entries(credits).map(
    ([unit, lots]) => [unit, typeof lots === 'number' ? forever(lots) : lots] as const,
  )
  const claims = new Map(Object.entries(claimed))
  return billDiscounts({ percentages, credits: new Map(units), claimed: claims, subscriptions }, NOW)
}

function forever(minor: number): readonly CreditLot[] {
  return minor === 0 ? [] : [{ minor, expiresAt: null }]
}
