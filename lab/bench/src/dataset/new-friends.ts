import { fillFriends } from './fill.ts'
import type { Dataset, LoadedTenant } from './tenants.ts'

/** Adds friends in progress of this tenant's referrers, each with a user, and returns their ids. */
export async function newFriends(
  { owner, nextNumber }: Pick<Dataset, 'owner' | 'nextNumber'>,
  { id, referrers }: Pick<LoadedTenant, 'id' | 'referrers'>,
  count: number,
): Promise<readonly string[]> {
  const numbers = Array.from({ length: count }, () => nextNumber())
  const [from = 0] = numbers
  await fillFriends(owner, id, { letter: 'p', from, count }, { referrers, isLoaded: false })
  return numbers.map((number) => `p${number}`)
}
