import { EXAMPLE_MONTHS } from './example-bills.ts'

/** A friend of a sampled referrer. */
export type SampledFriend = {
  /** The month of the year in which the friend subscribes, from 0. */
  readonly month: number
  /** How many months after the first payment the friend has cancelled; more than the year has for one who stays. */
  readonly staysMonths: number
}

export type ReferrersSample = {
  readonly referrers: readonly {
    /** The first one to subscribe comes first. */
    readonly friends: readonly SampledFriend[]
    /** How many referrers have such friends. */
    readonly count: number
  }[]
  /** How many friends subscribe in each month. */
  readonly friendsPerMonth: number
}

/** So many friends of the sample subscribe in each month at least. */
const FRIENDS_A_MONTH = 96
const SEED = 1

/**
 * Referrers who take turns in bringing friends, as many in each month. Of the friends of a month, as many have cancelled after some
 * months as expected; who it is, is drawn, the same way in each forecast.
 */
export function sampleReferrers(
  friendsPerReferrer: number,
  monthlyCancellationRate: number,
): ReferrersSample {
  const random = randomNumbers(SEED)
  const count = EXAMPLE_MONTHS * Math.ceil(FRIENDS_A_MONTH / friendsPerReferrer)
  const friendsPerMonth = Math.round((count * friendsPerReferrer) / EXAMPLE_MONTHS)
  const friends = Array.from({ length: EXAMPLE_MONTHS }, (_, month) => {
    const offset = random()
    const shares = Array.from({ length: friendsPerMonth }, (__, index) => (index + offset) / friendsPerMonth)
    return shuffled(shares, random).map(
      (share): SampledFriend => ({
        month,
        staysMonths: Math.min(monthsOf(share, monthlyCancellationRate), EXAMPLE_MONTHS + 1 - month),
      }),
    )
  }).flat()
  const byTurn = Map.groupBy(friends.entries(), ([turn]) => turn % count)
  const byReferrer = Array.from({ length: count }, (_, referrer) =>
    (byTurn.get(referrer) ?? []).map(([, friend]) => friend),
  )
  const alike = [...Map.groupBy(byReferrer, (it) => JSON.stringify(it)).values()]
  const referrers = alike.flatMap(([one, ...others]) =>
    one === undefined ? [] : [{ friends: one, count: others.length + 1 }],
  )
  return { referrers, friendsPerMonth }
}

/** After how many months a friend has cancelled, where this share of all friends stays longer. */
function monthsOf(share: number, monthlyCancellationRate: number): number {
  if (monthlyCancellationRate === 0) return Number.POSITIVE_INFINITY
  return Math.floor(Math.log(share) / Math.log(1 - monthlyCancellationRate)) + 1
}

/** Fisher and Yates. */
function shuffled(numbers: readonly number[], random: () => number): number[] {
  const result = [...numbers]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[result[last], result[other]] = [result[other] ?? 0, result[last] ?? 0]
  }
  return result
}

/** Pseudo-random numbers in [0, 1), the same for each seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
