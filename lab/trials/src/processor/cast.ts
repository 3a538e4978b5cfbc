import { BEGIN } from './gateway.ts'

/** The story of a friend. Each is linked with POST discount by the merchant's server, on the day of the subscription. */
export type FriendKind =
  /** Subscribed with the discount. */
  | 'looked up'
  /** Subscribed at the full price: the discount of the first bill is refunded. */
  | 'not looked up'
  /** Pays the first bill after a trial. */
  | 'in trial'
  /** Cancels the subscription. */
  | 'leaving'
  /** Cancels the subscription shortly before a bill of the referrer, and no notification of it arrives. */
  | 'leaving unseen'
  /** Staff deny the referrer's side. */
  | 'denied'
  /** Staff deny the referrer's side, and approve it later. */
  | 'approved again'
  /** Staff deny the friend's side. */
  | 'excluded'

export type Friend = {
  readonly name: string
  readonly referrer: string
  readonly kind: FriendKind
  readonly joinsOn: number
  /** When the subscription is cancelled; null for a friend who stays. */
  readonly leavesOn: number | null
}

export type Cast = {
  readonly referrers: readonly string[]
  readonly friends: readonly Friend[]
  /** Customers without an account. An attacker's page claims them for its own accounts. */
  readonly outsiders: readonly string[]
}

export type CastSize = {
  /** The number of friends of each referrer. */
  readonly friends: readonly number[]
  readonly kinds: readonly FriendKind[]
  readonly outsiders: number
  /** Friends join in turn until this day; the last one joins on the last day, and is not looked up. */
  readonly joinUntil: number
}

/** The friends of all referrers take the kinds in turn, and join evenly. */
export function castOf({ friends, kinds, outsiders, joinUntil }: CastSize, days: number): Cast {
  const referrers = friends.map((_, index) => `referrer_${index + 1}`)
  const places = friends.flatMap((count, index) =>
    Array.from({ length: count }, () => referrers[index] ?? ''),
  )
  return {
    referrers,
    friends: places.map((referrer, index) => {
      const isLast = index === places.length - 1
      const kind = (isLast ? null : kinds[index % kinds.length]) ?? 'not looked up'
      const joinsOn = isLast ? days - 1 : 1 + Math.floor((index * joinUntil) / places.length)
      return { name: `friend_${index + 1}`, referrer, kind, joinsOn, leavesOn: leavesOn(kind, joinsOn, days) }
    }),
    outsiders: Array.from({ length: outsiders }, (_, index) => `outsider_${index + 1}`),
  }
}

const DAY_MS = 86_400_000

/** Referrers subscribe on the first day. Their bills are made in the mornings after which the days of the trial begin at noon. */
function leavesOn(kind: FriendKind, joinsOn: number, days: number): number | null {
  if (kind !== 'leaving' && kind !== 'leaving unseen') return null
  const isBeforeBill = (day: number) =>
    new Date(BEGIN + (day + LEAVES_BEFORE_DAYS) * DAY_MS).getUTCDate() === new Date(BEGIN).getUTCDate()
  const last = days - 1
  if (kind === 'leaving') return last
  for (let day = joinsOn + 2; day < last; day += 1) if (isBeforeBill(day)) return day
  return last
}

/** A day without a subscription ends the referral. */
const LEAVES_BEFORE_DAYS = 3

/** The percentages that the story owes on the next bill of each account with a live subscription: 10 % for each referral. */
export function owedPercent({ referrers, friends, outsiders }: Cast): ReadonlyMap<string, number> {
  const owed = new Map(outsiders.map((name) => [name, 0]))
  for (const { name, kind, leavesOn: left } of friends) {
    if (left === null) owed.set(name, kind === 'excluded' ? 0 : 10)
  }
  for (const referrer of referrers) {
    const counting = friends.filter((it) => it.referrer === referrer && isRewarded(it))
    owed.set(referrer, Math.min(100, 10 * counting.length))
  }
  return owed
}

function isRewarded({ kind, leavesOn: left }: Friend): boolean {
  return kind !== 'denied' && left === null
}
