import { allEndpoints } from '@goodword/contract/all-endpoints'
import { textFormats } from '@goodword/contract/frame/formats'
import { type TSchema, Type } from 'typebox'
import { Format } from 'typebox/format'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { textSamples } from '../../../testing/requests/format-samples.ts'
import { bounds } from '../../../testing/requests/right-values.ts'

for (const [name, { check }] of Object.entries(textFormats)) Format.Set(name, check)

/** No rule reads more: every expression is applied to a short text only. */
const MAX_LENGTH = 10_000

/** Every text that a body or a query can hold. Of a path, the router limits each part. */
const texts = allEndpoints.flatMap(({ name, body, query }) => [
  ...textsIn(name, query),
  ...(body === null ? [] : textsIn(name, body)),
])

function textsIn(path: string, schema: TSchema): readonly (readonly [path: string, schema: TSchema])[] {
  if (Type.IsString(schema)) return [[path, schema]]
  if (Type.IsUnion(schema)) return schema.anyOf.flatMap((it) => textsIn(path, it))
  if (Type.IsArray(schema)) return textsIn(`${path}[]`, schema.items)
  if (Type.IsRecord(schema)) {
    return Object.values(schema.patternProperties).flatMap((it) => textsIn(`${path}{}`, it))
  }
  if (!Type.IsObject(schema)) return []
  return Object.entries(schema.properties).flatMap(([name, it]) => textsIn(`${path}.${name}`, it))
}

/** Texts that begin, end or surround like right ones, and go on for ever. */
function endless(format: string | undefined): readonly string[] {
  const samples = Object.entries(textSamples).find(([name]) => name === format)?.[1].right ?? ['', 'x']
  return samples.flatMap((text) =>
    [' ', 'a', '0', '.', '@', '/', '\u0301', text.at(-1) ?? 'x'].flatMap((piece) => {
      const filler = piece.repeat(MAX_LENGTH + 1)
      return [text + filler, filler + text, text.slice(0, 1) + filler + text.slice(1)]
    }),
  )
}

test.each(texts)('%s has an end', (_, schema) => {
  const taken = endless(bounds(schema).format).filter((text) => Value.Check(schema, text))
  expect(taken.map((text) => `${text.slice(0, 20)}… (${text.length})`)).toEqual([])
})
