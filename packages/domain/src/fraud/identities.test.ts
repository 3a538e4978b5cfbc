import * as fc from 'fast-check'
import { UndirectedGraph } from 'graphology'
import { connectedComponents } from 'graphology-components'
import { expect, test } from 'vitest'
import type { AccountKey } from '../values/ids.ts'
import { MAX_ACCOUNTS_OF_PERSON, mergePeople } from './identities.ts'

/** What is stored, as the job reads and writes it: which accounts have which keys, and the root of each linked account. */
class Identities {
  readonly #accountsOf = new Map<number, Set<AccountKey>>()
  readonly #roots = new Map<AccountKey, AccountKey | null>()

  see(account: AccountKey, key: number): void {
    this.#accountsOf.set(key, (this.#accountsOf.get(key) ?? new Set()).add(account))
  }

  merge(account: AccountKey): number {
    const keys = [...this.#accountsOf.values()].filter((it) => it.has(account))
    const linked = new Set([account, ...keys.flatMap((it) => [...it])])
    const stored = [...linked].flatMap((it) => this.#roots.get(it) ?? [])
    const known = [...new Set(stored)].map((root) => ({ root, accounts: this.#accountsWith(root) }))
    const lone = [...linked].filter((it) => !this.#roots.has(it)).map((it) => ({ root: it, accounts: [it] }))
    const isShared = [...linked].some((it) => this.#roots.get(it) === null)
    const { person, moved } = mergePeople([...known, ...lone], isShared)
    for (const it of moved) this.#roots.set(it, person?.root ?? null)
    return moved.length
  }

  people(): readonly string[] {
    const roots = new Set([...this.#roots.values()])
    return sorted([...roots].flatMap((root) => (root === null ? [] : [this.#accountsWith(root)])))
  }

  nobody(): readonly AccountKey[] {
    return [...this.#roots].flatMap(([account, root]) => (root === null ? [account] : [])).sort()
  }

  #accountsWith(root: AccountKey): AccountKey[] {
    return [...this.#roots].flatMap(([account, other]) => (other === root ? [account] : []))
  }
}

const sorted = (people: readonly (readonly string[])[]) => people.map((it) => it.toSorted().join(' ')).sort()
const accountOf = (number: number) => `account ${String(number).padStart(3, '0')}` as AccountKey

type Seen = { readonly account: AccountKey; readonly key: number }

/** What an independent library says: the groups of accounts, and the accounts of those that are too many. */
function components(seen: readonly Seen[]) {
  const graph = new UndirectedGraph()
  for (const { account, key } of seen) graph.mergeEdge(account, `key ${key}`)
  const groups = connectedComponents(graph)
    .map((group) => group.filter((it) => it.startsWith('account')))
    .filter((group) => group.length > 1)
  const isPerson = (it: readonly string[]) => it.length <= MAX_ACCOUNTS_OF_PERSON
  return {
    people: sorted(groups.filter(isPerson)),
    nobody: groups
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
      // The job about an account runs at any time after what it is about.
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
          for (const it of jobs[index] ?? []) identities.merge(it)
        }
        for (const it of jobs.slice(seen.length).flat()) identities.merge(it)
        const expected = components(seen)
        expect(identities.people()).toEqual(expected.people)
        expect(identities.nobody()).toEqual(expected.nobody)
        for (const { account } of seen) expect(identities.merge(account)).toBe(0)
      }),
      { numRuns },
    )
  },
)

test('the fewest accounts get another root, and an account without others is not stored', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'] as AccountKey[]
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    throw new Error('four accounts')
  const couple = { root: b, accounts: [b, c] }
  expect(mergePeople([{ root: a, accounts: [a] }, couple], false)).toMatchObject({
    person: { root: b },
    moved: [a],
  })
  expect(
    mergePeople(
      [
        { root: a, accounts: [a] },
        { root: d, accounts: [d] },
      ],
      false,
    ).moved,
  ).toEqual([a, d])
  expect(mergePeople([{ root: a, accounts: [a] }], false).moved).toEqual([])
  expect(mergePeople([couple], false).moved).toEqual([])
})

test.each([
  [MAX_ACCOUNTS_OF_PERSON, 'person'],
  [MAX_ACCOUNTS_OF_PERSON + 1, 'nobody'],
])('%i accounts are a %s', (size, expected) => {
  const people = Array.from({ length: size }, (_, it) => ({ root: accountOf(it), accounts: [accountOf(it)] }))
  const { person, moved } = mergePeople(people, false)
  expect(person === null ? 'nobody' : 'person').toBe(expected)
  expect(moved).toHaveLength(size)
})
