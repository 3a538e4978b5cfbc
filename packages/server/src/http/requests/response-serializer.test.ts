import { allEndpoints } from '@goodword/contract/endpoints/all'
import { exampleReferrerReward } from '@goodword/contract/examples'
import { Program, programDefaults } from '@goodword/contract/program'
import { Reward } from '@goodword/contract/reward'
import { describe, expect, it } from 'vitest'
import { jsonWriter } from './response-serializer.ts'

describe('an answer written by its schema', () => {
  const answers = allEndpoints.flatMap((endpoint) =>
    Object.values(endpoint.success).map(
      (schema) => [endpoint.name, schema, endpoint.example.answer] as const,
    ),
  )

  it.each(answers)('of %s holds all that it names and nothing else, at any depth', (_, schema, answer) => {
    expect(JSON.parse(jsonWriter(schema)(withUnknownFields(answer)))).toEqual(answer)
  })

  it('has the fields of the kind that it is', () => {
    const write = jsonWriter(Reward)
    const {
      discountPercent: _,
      monthsDiscountIsValid: __,
      ...record
    } = exampleReferrerReward as Record<string, unknown>
    const credit = { ...record, type: 'TIME_CREDIT', unit: 'DAY', credit: 30 }
    expect(JSON.parse(write({ ...credit, discountPercent: 10 }))).toEqual(credit)
  })

  it('is never sent when it is of no kind at all', () => {
    expect(() => jsonWriter(Reward)({ type: 'SURPRISE', secret: 1 })).toThrow('matches no branch')
  })

  it('keeps languages of the merchant’s own, and of each what has a name', () => {
    const program = { ...programDefaults, version: 3, texts: { de: { title: 'Hallo' } } }
    const stored = { ...program, texts: { de: { title: 'Hallo', secret: 1 } } }
    expect(JSON.parse(jsonWriter(Program)(stored))).toEqual(program)
  })
})

/** Texts under names that the merchant chooses: the serializer cannot distinguish them from fields to hide. */
const recordsOfTexts = ['theme', 'texts']

/** Adds to every object what must not be seen. */
function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    recordsOfTexts.includes(name) ? field : withUnknownFields(field),
  ])
  return { ...Object.fromEntries(fields), notInTheSchema: 'never' }
}
