import { type BilledSubscription, billDiscounts } from '../bills/bill-discount.ts'
import { MONTHLY } from '../bills/billing-interval.ts'
import type { Percentage } from '../bills/counted-bills.ts'
import type { UsedMonths } from '../bills/used-months.ts'
import type { Currency } from '../values/money.ts'
import type { Rate } from '../values/rate.ts'

export const utc = (text: string) => Date.parse(`${text}Z`)
export const NOW = utc('2026-03-01T12:00')
export const SIX = 6 * 3_600_000
export const USD = 'USD' as Currency

export function subscription(fields: Partial<BilledSubscription> & { readonly priceMinor?: number } = {}) {
  const { priceMinor = 10_00, ...others } = fields
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
    reservedMinor: 0,
    used: new Map<string, UsedMonths>(),
    amountStep: 1,
    ...others,
  } as const satisfies BilledSubscription
}

export function percent(value: number, fields: Partial<Percentage> = {}): Percentage {
  const rate = Math.round(value * 100) as Rate
  const always = { givenAt: 0, expiresAt: null, cancelledAt: null, months: null, billsAfter: null }
  return { id: 'p1', source: 'REFERRED', rate, ...always, ...fields }
}

export type Case = {
  readonly percentages?: readonly Percentage[]
  readonly credits?: Readonly<Record<string, number>>
  readonly subscriptions?: readonly BilledSubscription[]
}

export function billsOf({ percentages = [], credits = {}, subscriptions = [subscription()] }: Case) {
  const units = new Map(Object.entries(credits))
  return billDiscounts({ percentages, credits: units, subscriptions }, NOW)
}
