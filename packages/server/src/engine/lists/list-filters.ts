import { LAST_TIME } from '@goodword/domain/values/last-time'
import { parseTimeRange, type TimeRange } from '@goodword/domain/values/time-range'
import { byKey } from '../driver/by-key.ts'
import { isoTime } from '../driver/rows.ts'
import { firstIdOf, lastIdOf } from './id-range.ts'
import type { Condition, Filter, ServingIndex } from './list.ts'

const someId = '019c13ec-9e00-7000-854b-b3ee23565fa4'

/** Rows of one account, by the merchant's ID; an account that does not exist has none. */
export function ofAccount(index: ServingIndex): Filter<string> {
  const key = `(
    select named.id
    from account named
    where named.tenant_id = $1
      and ${byKey('named.external_id', '?')}
  )`
  return {
    conditions: (id) => [
      { sql: `${index.column} between ${key} and ${key}`, values: [id, id, id, id], index },
    ],
    samples: { alone: ['acct_bob'] },
  }
}

/** Rows with one word of a set in a column; without an index, of the rows that another filter finds. */
export function oneOf<Word extends string>(
  words: readonly Word[],
  column: string,
  index?: Omit<ServingIndex, 'column'>,
): Filter<Word> {
  const samples = words.slice(0, 1)
  if (index === undefined) {
    return { conditions: (word) => [{ sql: `${column} = ?`, values: [word] }], samples: { beside: samples } }
  }
  return {
    conditions: (word) => [
      { sql: `${column} between ?::text and ?::text`, values: [word, word], index: { column, ...index } },
    ],
    samples: { alone: samples },
  }
}

/** Rows with a time in a range, `from` or `from,to`, by an index of the column. */
export function inTime(column: string): Filter<string> {
  return {
    conditions: (text) => boundsOf(text, column, 'timestamptz', isoTime, isoTime, { column, isById: false }),
    samples: { alone: ['0,1'] },
  }
}

/** Rows that were added in a range of time, which their ids begin with. */
export function addedInTime(alias: string): Filter<string> {
  return {
    conditions: (text) => boundsOf(text, `${alias}.id`, 'uuid', firstIdOf, lastIdOf),
    samples: { alone: ['0,1'] },
  }
}

/** Rows with one id in a column, of the rows that another filter finds. */
export function withId(column: string): Filter<string> {
  return {
    conditions: (id) => [{ sql: `${column} = ?::uuid`, values: [id] }],
    samples: { beside: [someId] },
  }
}

function boundsOf(
  text: string,
  column: string,
  type: 'timestamptz' | 'uuid',
  lower: (ms: number) => string,
  upper: (ms: number) => string,
  index?: ServingIndex,
): readonly Condition[] {
  const { from, to } = rangeOf(text)
  const first = { sql: `${column} >= ?::${type}`, values: [lower(upTo9999(from))] }
  const indexed = index === undefined ? first : { ...first, index }
  return to === null
    ? [indexed]
    : [indexed, { sql: `${column} <= ?::${type}`, values: [upper(upTo9999(to))] }]
}

function rangeOf(text: string): TimeRange {
  const range = parseTimeRange(text)
  if (range === null) throw new Error('a time range of a list was not validated')
  return range
}

/** No uuid is greater. */
function upTo9999(ms: number): number {
  return Math.min(ms, LAST_TIME)
}
