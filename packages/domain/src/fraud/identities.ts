import type { AccountKey } from '../values/ids.ts'
import { MAX_ACCOUNTS_PER_KEY } from './fraud-history.ts'

/** Accounts that cards, devices and mailboxes show to be of one person. The root, one of the accounts, names the person. */
export type Person = { readonly root: AccountKey; readonly accounts: readonly AccountKey[] }

/**
 * More accounts are not one person, but what they have in common is shared by strangers: a computer in a shop, a mailbox of an
 * office. A key has fewer accounts than that unless it is full.
 */
export const MAX_ACCOUNTS_OF_PERSON = MAX_ACCOUNTS_PER_KEY - 1

/** What follows when people turn out to be one: the person, or null if they are too many, and the accounts that get another root. */
export type Merge = { readonly person: Person | null; readonly moved: readonly AccountKey[] }

/**
 * Merges people. `isShared` says that one of their accounts is linked with more accounts than one person has: then all of them
 * are, and none of them tells who the person is. So the result depends on what is linked, and never on the order in which
 * that became known.
 */
export function mergePeople(people: readonly Person[], isShared: boolean): Merge {
  const all = people.flatMap((it) => it.accounts)
  if (isShared || all.length > MAX_ACCOUNTS_OF_PERSON) return { person: null, moved: all }
  const [largest, ...others] = people.toSorted(bySize)
  if (largest === undefined) throw new Error('nobody to merge')
  const person = { root: largest.root, accounts: all }
  if (others.length === 0) return { person, moved: [] }
  const isNew = largest.accounts.length === 1
  return { person, moved: [...(isNew ? largest.accounts : []), ...others.flatMap((it) => it.accounts)] }
}

/** The largest first, so that the fewest accounts get another root. */
function bySize(one: Person, other: Person): number {
  return other.accounts.length - one.accounts.length || (one.root < other.root ? -1 : 1)
}
