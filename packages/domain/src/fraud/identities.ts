import type { AccountKey } from '../values/ids.ts'
import { MAX_ACCOUNTS_PER_KEY } from './fraud-history.ts'

/** Accounts that cards, devices and mailboxes show to be of one person. The root, one of the accounts, names the person. */
export type Person = { readonly root: AccountKey; readonly accounts: readonly AccountKey[] }

/**
 * More accounts are not one person: strangers share their evidence, as through a computer in a shop or a mailbox of an
 * office. A key has fewer accounts than that unless it is full.
 */
export const MAX_ACCOUNTS_OF_PERSON = MAX_ACCOUNTS_PER_KEY - 1

/** The root of the person that an account belongs to as it is stored; null if it is linked with too many, 'none' if with no other. */
export type StoredRoot = AccountKey | null | 'none'

/** A card, a device or a mailbox that an account has. */
export type Link = { readonly account: AccountKey; readonly key: string }

/** The person of an account, null if it has none, and the accounts that get another root. */
export type Regrouped = {
  readonly person: Person | null
  readonly moved: ReadonlyMap<AccountKey, StoredRoot>
}

/**
 * Groups accounts anew by their present common evidence: people are merged, and accounts that only an erased account or a
 * full key linked are separated. An account that was linked with more accounts than one person has passes that on to those
 * that are linked with it. So the result does not depend on the order in which links became known.
 */
export function regroup(
  account: AccountKey,
  stored: ReadonlyMap<AccountKey, StoredRoot>,
  links: readonly Link[],
): Regrouped {
  const moved = new Map<AccountKey, StoredRoot>()
  let person: Person | null = null
  for (const accounts of groupsOf([...stored.keys()], links)) {
    const root = rootOf(accounts, stored)
    for (const it of accounts) if (stored.get(it) !== root) moved.set(it, root)
    if (!accounts.includes(account) || root === null) continue
    person = { root: root === 'none' ? account : root, accounts }
  }
  return { person, moved }
}

/** Accounts with a key in common, directly or by others. */
function groupsOf(
  accounts: readonly AccountKey[],
  links: readonly Link[],
): ReadonlySet<readonly AccountKey[]> {
  const groupOf = new Map(accounts.map((it) => [it, [it]]))
  const first = new Map<string, AccountKey>()
  for (const { account, key } of links) {
    const one = groupOf.get(account)
    if (one === undefined) continue
    const other = groupOf.get(first.get(key) ?? account)
    first.set(key, first.get(key) ?? account)
    if (other === undefined || one === other) continue
    const [larger, smaller] = one.length < other.length ? [other, one] : [one, other]
    for (const it of smaller) {
      larger.push(it)
      groupOf.set(it, larger)
    }
  }
  return new Set(groupOf.values())
}

/** The root by which the fewest accounts get another one. It is an account of the group, so no other group has it. */
function rootOf(accounts: readonly AccountKey[], stored: ReadonlyMap<AccountKey, StoredRoot>): StoredRoot {
  const roots = accounts.map((it) => stored.get(it))
  if (roots.includes(null) || accounts.length > MAX_ACCOUNTS_OF_PERSON) return null
  if (accounts.length === 1) return 'none'
  const countOf = (root: AccountKey) => roots.filter((it) => it === root).length
  const [root = 'none'] = accounts
    .map((account) => ({ account, count: countOf(account) }))
    .toSorted((one, other) => other.count - one.count || (one.account < other.account ? -1 : 1))
    .map((it) => it.account)
  return root
}
