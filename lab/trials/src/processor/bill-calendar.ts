import type { Cast } from './cast.ts'
import { type GatewayBill, type GatewayHistory, PRICE_MINOR } from './gateway.ts'

/** A decision of staff about a side of a friend's referral, with its time. */
export type Decision = {
  readonly friend: string
  readonly side: 'REFERRER' | 'REFERRED'
  readonly isDenied: boolean
  readonly at: number
}

/** A bill beside the discount that it should have had, in minor units. */
export type CountedBill = GatewayBill & { readonly expected: number }

const PERCENT = 10
const DAY_MS = 86_400_000

/**
 * The expected discount of each bill, by the days of the story alone: 10 % for a friend, and 10 % for a referrer for each
 * friend who had paid before the bill. A day after a friend's cancellation, and while staff deny a side, it does not count.
 */
export function countBills(
  { friends }: Cast,
  histories: readonly GatewayHistory[],
  decisions: readonly Decision[],
): readonly CountedBill[] {
  return histories.flatMap(({ bills }) =>
    bills.map((bill) => ({ ...bill, expected: (PRICE_MINOR * percentAt(bill.name, bill.madeAt)) / 100 })),
  )

  function percentAt(name: string, time: number): number {
    const isFriend = friends.some((it) => it.name === name) && !isDenied(name, 'REFERRED', time)
    const counting = friends.filter((it) => it.referrer === name && countsForReferrer(it.name, time))
    return Math.min(100, PERCENT * (counting.length + (isFriend ? 1 : 0)))
  }

  function countsForReferrer(friend: string, time: number): boolean {
    const history = histories.find((it) => it.name === friend)
    const firstPaidAt = history?.bills.find((it) => it.charged > 0)?.madeAt ?? Number.POSITIVE_INFINITY
    const endedAt = (history?.cancelledAt ?? Number.POSITIVE_INFINITY) + DAY_MS
    return firstPaidAt < time && time < endedAt && !isDenied(friend, 'REFERRER', time)
  }

  function isDenied(friend: string, side: Decision['side'], time: number): boolean {
    const last = decisions.findLast((it) => it.friend === friend && it.side === side && it.at < time)
    return last?.isDenied ?? false
  }
}
