import type { BillingStep } from '../bills/billing-interval.ts'
import {
  type BillOfDay,
  isCounted,
  isWithinMonths,
  monthsBefore,
  type Percentage,
} from '../bills/counted-bills.ts'
import { isQueued } from '../bills/queue.ts'
import { ledgerBegin } from '../bills/used-months.ts'
import { addMonths } from '../values/interval.ts'

/** A bill that was kept before. Its price is in minor units. */
export type EarlierBill = {
  /** Our key of its subscription. */
  readonly subscriptionId: string
  readonly date: string
  readonly madeAt: number
  readonly priceMinor: number
  readonly isVoided: boolean
  readonly step: BillingStep
}

/** A percentage with when it was taken back, as by a denial, and given again. */
export type CheckedPercentage = Percentage & {
  readonly isOutAt: (moment: number) => boolean
  /** It is the queued one that the bill was to have when the next one was last decided. */
  readonly isNext?: boolean
}

/** A bill that is checked, with those before it. */
export type BillInLedger = {
  readonly bill: BillOfDay
  readonly madeAt: number
  readonly step: BillingStep
  /** Our key of its subscription. */
  readonly key: string
  readonly createdAt: number
  /** The moment from which on bills of the subscription are kept. */
  readonly keptFrom: number
  readonly earlier: readonly EarlierBill[]
}

const DAY_MS = 86_400_000
/** Sums of shares are not exact. */
const LITTLE = 1e-9

/**
 * Whether a percentage had months left when a bill was made. The check counts by itself, by the prices and times of the
 * stored bills and not by their stored months: each takes its share of all the bills that the months are long. The next
 * discount is computed in another way (`usedMonths`), so that neither fault hides the other.
 */
export function hadMonthsLeft(percentage: CheckedPercentage, it: BillInLedger): boolean {
  const { expiresAt, months } = percentage
  if (!isCounted(percentage) || months === null) return expiresAt === null || expiresAt > it.madeAt
  const begin = ledgerBegin(it.keptFrom, [it.bill.date, ...it.earlier.map(({ date }) => date)])
  const before = monthsBefore(percentage, it.bill, begin)
  const bills = it.earlier.filter((one) => countedThen(percentage, one) && one.madeAt < it.madeAt)
  const first = before.firstDate ?? bills.map(({ date }) => date).toSorted()[0] ?? it.bill.date
  const days = (addMonths(Date.parse(first), months) - Date.parse(first)) / DAY_MS
  const shareOf: ShareOf = ({ step }) =>
    'months' in step ? step.months / months : 1 / Math.ceil(days / step.days)
  const others = bills.filter((one) => one.subscriptionId !== it.key && one.madeAt < it.createdAt)
  const own = bills.filter((one) => one.subscriptionId === it.key)
  const shareBefore = before.months / months + before.days / days
  const shareEarlier = longest(others, shareOf)
  // The months before bills were kept are those of the earlier subscriptions; one that is queued had each of them in its turn.
  const sharePast = isQueued(percentage) ? shareBefore + shareEarlier : Math.max(shareBefore, shareEarlier)
  const used = sharePast + sumOf(own, shareOf)
  if (used + shareOf(it) <= 1 + LITTLE) return true
  return 'months' in it.step && used < 1 - LITTLE && isWithinMonths(percentage, it.bill)
}

/** The share of a bill in all bills. */
type ShareOf = (bill: Pick<EarlierBill, 'step'>) => number

function countedThen(percentage: CheckedPercentage, { priceMinor, isVoided, madeAt }: EarlierBill): boolean {
  return priceMinor > 0 && !isVoided && madeAt > beginOf(percentage) && !percentage.isOutAt(madeAt)
}

function beginOf({ billsAfter, givenAt, source }: Percentage): number {
  const after = billsAfter ?? Number.NEGATIVE_INFINITY
  return source === 'REFERRED' ? after : Math.max(after, givenAt ?? after)
}

/** The maximum of the subscriptions of these bills, each with the sum of those that it followed. */
function longest(bills: readonly EarlierBill[], shareOf: ShareOf): number {
  const subscriptions = [...Map.groupBy(bills, (it) => it.subscriptionId).values()]
  const sums = subscriptions.map((own) => {
    const begin = Math.min(...own.map((it) => it.madeAt))
    const before = bills.filter((it) => it.madeAt < begin)
    return sumOf(own, shareOf) + longest(before, shareOf)
  })
  return Math.max(0, ...sums)
}

function sumOf(bills: readonly EarlierBill[], shareOf: ShareOf): number {
  return bills.reduce((sum, it) => sum + shareOf(it), 0)
}
