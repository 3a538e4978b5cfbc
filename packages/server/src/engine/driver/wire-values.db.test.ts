import { LAST_TIME } from '@goodword/domain/values/last-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { binaryArray, type ColumnType, type ColumnValues } from './wire-values.ts'

const { service } = await createTestDatabase()

const anyText = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .filter((it) => it.isWellFormed() && !it.includes('\0'))

const samples: { readonly [Type in ColumnType]: fc.Arbitrary<ColumnValues[Type]> } = {
  uuid: fc.uuid(),
  text: anyText,
  jsonb: fc.array(anyText).map((it) => JSON.stringify(it)),
  int4: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  int8: fc.maxSafeInteger(),
  bool: fc.boolean(),
  timestamptz: fc.integer({ min: 0, max: LAST_TIME }),
}

/** The columns' parsers decide the values of jsonb and times. */
const comparable = (type: string, value: unknown) => (type === 'jsonb' ? JSON.stringify(value) : value)

test.for(Object.entries(samples))('PostgreSQL reads a list of %s as it was given', async ([type, sample]) => {
  const lists = fc.array(fc.option(sample as fc.Arbitrary<string | number | boolean>), { maxLength: 60 })
  const read = { name: `test.list_of_${type}`, text: `select v from unnest($1::${type}[]) as u(v)` }
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      const parameter = binaryArray(type as ColumnType, list as never)
      const rows = await service.query<{ v: unknown }>(read, [parameter])
      const back = rows.map(({ v }) => (v === null ? null : comparable(type, v)))
      expect(back).toEqual(list)
    }),
    { numRuns: 30 },
  )
})

test('a list larger than any before it is written whole', async () => {
  const list = Array.from({ length: 5000 }, (_, index) => `${index} `.repeat(20))
  const rows = await service.query<{ v: string }>(
    { name: 'test.long_list', text: 'select v from unnest($1::text[]) as u(v)' },
    [binaryArray('text', list)],
  )
  expect(rows.map(({ v }) => v)).toEqual(list)
})

test('a time after the year 9999 becomes its last millisecond', async () => {
  const [row] = await service.query<{ year: number }>(
    { name: '', text: 'select extract(year from v)::int as year from unnest($1::timestamptz[]) as u(v)' },
    [binaryArray('timestamptz', [Number.MAX_SAFE_INTEGER])],
  )
  expect(row?.year).toBe(9999)
})

test('numbers that are no safe integers, and keys that are no uuids, are refused', () => {
  expect(() => binaryArray('int8', [2 ** 53])).toThrow(RangeError)
  expect(() => binaryArray('int8', [0.5])).toThrow(RangeError)
  expect(() => binaryArray('uuid', ['not a uuid'])).toThrow(RangeError)
})
