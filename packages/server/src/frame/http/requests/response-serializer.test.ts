import { allEndpoints } from '@goodword/contract/all-endpoints'
import { exampleReferrerReward } from '@goodword/contract/frame/examples'
import { Program, programDefaults } from '@goodword/contract/program/program'
import { Reward } from '@goodword/contract/rewards/reward'
import { type TSchema, Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { jsonWriter, responseSerializer } from './response-serializer.ts'

describe('an answer written by its schema', () => {
  const answers = allEndpoints.flatMap((endpoint) =>
    Object.values(endpoint.success).map(
      (schema) => [endpoint.name, schema, endpoint.example.answer] as const,
    ),
  )

  it.each(answers)(
    'an answer of %s holds all that its schema names and nothing else, at any depth',
    async (_, schema, answer) => {
      const open = ['theme', 'texts', 'preview', 'details', 'facts', 'thresholds', ...recordLists(schema)]
      expect(JSON.parse(await jsonWriter(schema)(withUnknownFields(answer, open)))).toEqual(answer)
    },
  )

  it('an answer has the fields of the kind that it is', async () => {
    const write = jsonWriter(Reward)
    const {
      discountPercent: _,
      monthsDiscountIsValid: __,
      ...record
    } = exampleReferrerReward as Record<string, unknown>
    const credit = { ...record, type: 'TIME_CREDIT', unit: 'DAY', credit: 30 }
    expect(JSON.parse(await write({ ...credit, discountPercent: 10 }))).toEqual(credit)
  })

  it('an answer is never sent when it is of no kind at all', () => {
    expect(() => jsonWriter(Reward)({ type: 'SURPRISE', secret: 1 })).toThrow('matches no branch')
  })

  it('an answer keeps languages of the merchant’s own, and of each what has a name', async () => {
    const program = { ...programDefaults, version: 3, texts: { de: { title: 'Hallo' } } }
    const stored = { ...program, texts: { de: { title: 'Hallo', secret: 1 } } }
    expect(JSON.parse(await jsonWriter(Program)(stored))).toEqual(program)
  })
})

const withLists = allEndpoints.flatMap((endpoint) =>
  Object.values(endpoint.success).flatMap((schema) => {
    const answer = endpoint.example.answer as Readonly<Record<string, unknown>> | null
    const lists = Object.entries(answer ?? {}).filter(([, it]) => Array.isArray(it) && it.length > 0)
    return lists.length === 0 || !Type.IsObject(schema)
      ? []
      : [[endpoint.name, schema, { ...answer, ...longer(lists) }] as const]
  }),
)

it.each(withLists)('a long answer of %s is the same text as in one piece', async (_, schema, answer) => {
  const written = jsonWriter(schema)(answer)
  expect(written).toBeInstanceOf(Promise)
  expect(await written).toBe(JSON.stringify(responseSerializer(schema)(answer)))
})

function longer(lists: readonly (readonly [string, unknown])[]) {
  const repeated = (list: unknown) => Array.from({ length: 101 }, () => list as readonly unknown[]).flat()
  return Object.fromEntries(lists.map(([name, list]) => [name, repeated(list)]))
}

/** The lists of a response whose records have any names. */
function recordLists(schema: TSchema): readonly string[] {
  if (!Type.IsObject(schema)) return []
  const isOpen = (it: TSchema) => Type.IsArray(it) && Type.IsRecord(it.items)
  return Object.keys(schema.properties).filter((name) => isOpen(schema.properties[name] ?? schema))
}

/** Adds to every object what must not be seen, but for `open` fields: they have records of any names. */
function withUnknownFields(value: unknown, open: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((it) => withUnknownFields(it, open))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    open.includes(name) ? field : withUnknownFields(field, open),
  ])
  return { ...Object.fromEntries(fields), notInTheSchema: 'never' }
}
