import * as fc from 'fast-check'
import { UndirectedGraph } from 'graphology'
import { connectedComponents } from 'graphology-components'
import { expect, test } from 'vitest'
import type { AccountKey } from '../values/ids.ts'
import { MAX_ACCOUNTS_OF_PERSON, regroup, type StoredRoot } from './identities.ts'

/** The stored data that the job reads and writes: the keys of accounts, and the root of each linked account. */
class Identities {
  readonly #accountsOf = new Map<number, Set<AccountKey>>()
  readonly #roots = new Map<AccountKey, AccountKey | null>()

  see(account: AccountKey, key: number): void {
    this.#accountsOf.set(key, (this.#accountsOf.get(key) ?? new Set()).add(account))
  }

  /** Returns an account that the job is about. */
  erase(account: AccountKey): AccountKey | undefined {
    for (const accounts of this.#accountsOf.values()) accounts.delete(account)
    const root = this.#roots.get(account)
    this.#roots.delete(account)
    return root == null ? undefined : this.#accountsWith(root)[0]
  }

  follow(account: AccountKey): number {
    const keys = [...this.#accountsOf.values()].filter((it) => it.has(account))
    const linked = [...new Set([account, ...keys.flatMap((it) => [...it])])]
    const roots = new Set(linked.flatMap((it) => this.#roots.get(it) ?? []))
    const members = [...roots].flatMap((it) => this.#accountsWith(it))
    const stored = new Map<AccountKey, StoredRoot>()
    for (const it of [...linked, ...members]) {
      const root = this.#roots.get(it)
      stored.set(it, root === undefined ? 'none' : root)
    }
    const links = [...this.#accountsOf].flatMap(([key, accounts]) =>
      accounts.size > MAX_ACCOUNTS_OF_PERSON
        ? []
        : [...accounts].filter((it) => stored.has(it)).map((it) => ({ account: it, key: String(key) })),
    )
    const { moved } = regroup(account, stored, links)
    for (const [it, root] of moved) {
      if (root === 'none') this.#roots.delete(it)
      else this.#roots.set(it, root)
    }
    return moved.size
  }

  people(): readonly string[] {
    const roots = new Set([...this.#roots.values()])
    return sorted([...roots].flatMap((root) => (root === null ? [] : [this.#accountsWith(root)])))
  }

  tooMany(): readonly AccountKey[] {
    return [...this.#roots].flatMap(([account, root]) => (root === null ? [account] : [])).sort()
  }

  #accountsWith(root: AccountKey): AccountKey[] {
    return [...this.#roots].flatMap(([account, other]) => (other === root ? [account] : []))
  }
}

const sorted = (people: readonly (readonly string[])[]) => people.map((it) => it.toSorted().join(' ')).sort()
const accountOf = (number: number) => `account ${String(number).padStart(3, '0')}` as AccountKey

type Seen = { readonly account: AccountKey; readonly key: number }

/** The groups of accounts by an independent library, and the accounts of groups that are too large. */
function components(seen: readonly Seen[]) {
  const graph = new UndirectedGraph()
  for (const { account, key } of seen) graph.mergeEdge(account, `key ${key}`)
  const isFull = (node: string) => node.startsWith('key') && graph.degree(node) > MAX_ACCOUNTS_OF_PERSON
  for (const node of graph.nodes().filter(isFull)) graph.dropNode(node)
  const groups = connectedComponents(graph)
    .map((group) => group.filter((it) => it.startsWith('account')))
    .filter((group) => group.length > 1)
  const isPerson = (it: readonly string[]) => it.length <= MAX_ACCOUNTS_OF_PERSON
  return {
    people: sorted(groups.filter(isPerson)),
    tooMany: groups
      .filter((it) => !isPerson(it))
      .flat()
      .sort(),
  }
}

const seenKeys = (accounts: number, keys: number) =>
  fc.array(fc.record({ account: fc.nat(accounts - 1).map(accountOf), key: fc.nat(keys - 1) }), {
    maxLength: 2 * accounts,
    size: 'max',
  })

test.each([
  ['few', 12, 14, 100],
  ['many', 300, 250, 4],
  ['more than a person has', 600, 260, 4],
])(
  'people are the components of %s accounts and keys, in whatever order they are merged',
  (_, accounts, keys, numRuns) => {
    const history = seenKeys(accounts, keys).chain((seen) =>
      // The job about an account runs at any time after its cause.
      fc.tuple(fc.constant(seen), fc.array(fc.nat(9), { minLength: seen.length, maxLength: seen.length })),
    )
    fc.assert(
      fc.property(history, ([seen, delays]) => {
        const identities = new Identities()
        const jobs: AccountKey[][] = []
        for (const [index, { account, key }] of seen.entries()) {
          identities.see(account, key)
          const at = index + (delays[index] ?? 0)
          jobs[at] = [...(jobs[at] ?? []), account]
          for (const it of jobs[index] ?? []) identities.follow(it)
        }
        for (const it of jobs.slice(seen.length).flat()) identities.follow(it)
        const expected = components(seen)
        expect(identities.people()).toEqual(expected.people)
        expect(identities.tooMany()).toEqual(expected.tooMany)
        for (const { account } of seen) expect(identities.follow(account)).toBe(0)
      }),
      { numRuns },
    )
  },
)

test('people are the components of what is left when accounts are erased', () => {
  const erased = fc.uniqueArray(fc.nat(19).map(accountOf), { maxLength: 8 })
  fc.assert(
    fc.property(seenKeys(20, 16), erased, (seen, gone) => {
      const identities = new Identities()
      for (const { account, key } of seen) {
        identities.see(account, key)
        identities.follow(account)
      }
      for (const it of gone) {
        const other = identities.erase(it)
        if (other !== undefined) identities.follow(other)
      }
      expect(identities.people()).toEqual(components(seen.filter((it) => !gone.includes(it.account))).people)
    }),
  )
})

test('a key that becomes full separates accounts that nothing else links', () => {
  const identities = new Identities()
  const seen: Seen[] = []
  const see = (account: AccountKey, key: number) => {
    seen.push({ account, key })
    identities.see(account, key)
    identities.follow(account)
  }
  for (let it = 0; it < 4; it += 1) see(accountOf(it), it < 2 ? 1 : 2)
  for (let it = 0; it < MAX_ACCOUNTS_OF_PERSON; it += 1) see(accountOf(it), 0)
  expect(identities.people()).toHaveLength(1)
  see(accountOf(MAX_ACCOUNTS_OF_PERSON), 0)
  expect(identities.people()).toEqual(['account 000 account 001', 'account 002 account 003'])
  expect(identities.people()).toEqual(components(seen).people)
})

test('the fewest accounts get another root, and an account without others is not stored', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'] as AccountKey[]
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    throw new Error('four accounts')
  const couple: [AccountKey, StoredRoot][] = [
    [b, b],
    [c, b],
  ]
  const all = [a, b, c, d].map((account) => ({ account, key: 'card' }))
  const merged = regroup(a, new Map([[a, 'none'], ...couple]), all)
  expect([merged.person?.root, ...merged.moved]).toEqual([b, [a, b]])
  const lone = new Map<AccountKey, StoredRoot>([
    [a, 'none'],
    [d, 'none'],
  ])
  const { moved } = regroup(a, lone, all)
  expect([moved.get(a), moved.get(d)]).toEqual([a, a])
  expect(regroup(a, new Map([[a, 'none']]), all)).toEqual({
    person: { root: a, accounts: [a] },
    moved: new Map(),
  })
  expect(regroup(b, new Map(couple), all).moved).toEqual(new Map())
})

test.each([
  [MAX_ACCOUNTS_OF_PERSON, 'a person'],
  [MAX_ACCOUNTS_OF_PERSON + 1, 'no person'],
])('%i accounts are %s', (size, expected) => {
  const accounts = Array.from({ length: size }, (_, it) => accountOf(it))
  const stored = new Map<AccountKey, StoredRoot>(accounts.map((it) => [it, 'none']))
  const links = accounts.map((account) => ({ account, key: 'mailbox' }))
  const { person, moved } = regroup(accountOf(0), stored, links)
  expect(person === null ? 'no person' : 'a person').toBe(expected)
  expect(moved.size).toBe(size)
})
