import type { Account } from '../model/account.ts'

type Chance = Pick<Account, 'chance'>

/** The next pseudo-random number of the account in [0, 1): the same requests get the same numbers (mulberry32). */
export function drawChance(account: Chance): number {
  account.chance = (account.chance + 0x6d2b79f5) >>> 0
  const state = account.chance
  const mixed = Math.imul(state ^ (state >>> 15), state | 1)
  const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
  return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32
}

/** Whether an event of this probability (0 to 1) happens. 0 and 1 draw no number. */
export function isDrawn(account: Chance, probability: number): boolean {
  if (probability <= 0) return false
  return probability >= 1 || drawChance(account) < probability
}

/** The things in an order of chance. */
export function shuffled<T>(account: Chance, things: readonly T[]): readonly T[] {
  return things
    .map((thing) => ({ thing, place: drawChance(account) }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing)
}
