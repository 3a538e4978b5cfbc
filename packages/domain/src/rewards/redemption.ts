import { amountOf, type Reward, statusesOf } from './reward.ts'

/** A credit reward with its ID in the ledger. */
export type Credit<Id> = { readonly id: Id; readonly reward: Reward }

/** The amount that a redemption takes from one reward, and the reward after it. */
export type Taking<Id> = Credit<Id> & { readonly taken: number }

/**
 * Spends an amount from credits of one unit, the soonest to expire first and of those the oldest. All or nothing: null
 * when there is not enough. Amounts are in the smallest pieces of the unit.
 */
export function redeem<Id>(
  credits: readonly Credit<Id>[],
  amount: number,
  now: number,
): readonly Taking<Id>[] | null {
  const spendable = credits.filter((it) => isSpendable(it.reward, now)).sort(soonestFirst)
  const takings: Taking<Id>[] = []
  let missing = amount
  for (const { id, reward } of spendable) {
    if (missing === 0) break
    const taken = Math.min(missing, amountOf(reward.spec) - reward.redeemed)
    // All that is left of it is reserved.
    if (taken === 0) continue
    missing -= taken
    const redeemed = reward.redeemed + taken
    const redeemedAt = redeemed - reward.reserved === amountOf(reward.spec) ? now : null
    takings.push({ id, taken, reward: { ...reward, redeemed, redeemedAt } })
  }
  return missing === 0 ? takings : null
}

/**
 * A reward that was taken back a moment ahead, by a clock that runs before this one, is not spendable either: nothing
 * is left of it.
 */
function isSpendable(reward: Reward, now: number): boolean {
  return reward.cancelledAt === null && statusesOf(reward, now)[0] === 'AVAILABLE'
}

function soonestFirst<Id>(one: Credit<Id>, other: Credit<Id>): number {
  const never = Number.POSITIVE_INFINITY
  const [first, second] = [one.reward.expiresAt ?? never, other.reward.expiresAt ?? never]
  return first === second ? one.reward.createdAt - other.reward.createdAt : first - second
}
