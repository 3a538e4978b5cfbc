import { expect, test } from 'vitest'
import { areCountable } from './countable-ids.ts'
import type { AccountId } from './ids.ts'

const idsOf = (make: (index: number) => string, count = 20) =>
  Array.from({ length: count }, (_, index) => make(index) as AccountId)
// Multiplying by an odd constant mixes the low bits: no test needs randomness.
const mixed = (index: number) => Math.imul(index + 1, 0x9e3779b1) >>> 0

test.each<readonly [story: string, ids: readonly AccountId[], isCountable: boolean]>([
  ['numbers in sequence', idsOf((it) => String(1000 + it)), true],
  ['numbers in sequence with gaps', idsOf((it) => String(1000 + it * 7)), true],
  ['numbers in sequence behind a text', idsOf((it) => `acct_${it}`), true],
  ['numbers with leading zeros', idsOf((it) => `C-${String(it).padStart(6, '0')}`), true],
  ['a few others among them', [...idsOf((it) => `acct_${it}`), ...idsOf((it) => `x${mixed(it)}y`, 5)], true],
  ['random numbers', idsOf((it) => String(mixed(it))), false],
  ['random numbers behind a text', idsOf((it) => `acct_${mixed(it)}`), false],
  ['uuids', idsOf((it) => `${mixed(it).toString(16)}-4a1c-${mixed(it + 9).toString(16)}f`), false],
  ['names', idsOf((it) => `team-${'abcdefghijklmnopqrst'[it]}`), false],
  ['too few to tell', idsOf((it) => String(it), 4), false],
  ['none', [], false],
])('ids that are %s are countable or not', (_story, ids, isCountable) => {
  expect(areCountable(ids)).toBe(isCountable)
})
