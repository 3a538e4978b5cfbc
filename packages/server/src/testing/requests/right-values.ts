import { textFormats } from '@goodword/contract/frame/formats'
import fc from 'fast-check'
import { type TArray, type TObject, type TRecord, type TSchema, Type } from 'typebox'
import { numberSamples, sampled, textSamples } from './format-samples.ts'
import type { KnownValues } from './known-values.ts'

/** How values are made of a schema. */
export type Taste = {
  readonly known: KnownValues
  /** Whether known records are always named, every field is given and no odd field is added. */
  readonly isPlain: boolean
  /** Whether fields that no schema names may be added; they may without. */
  readonly isExact?: boolean
}

/** The other options of a schema for its values. */
export type Bounds = {
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxProperties?: number
}

/** Values that meet a schema, many of them only just; `name` is the field or parameter that they are for. */
export function rightValues(name: string, schema: TSchema, taste: Taste): fc.Arbitrary<unknown> {
  const made = madeValues(schema, taste)
  const known = taste.known[name]
  if (known === undefined || Type.IsEnum(schema)) return made
  const named = fc.nat().map((index) => known()[index % known().length])
  if (taste.isPlain) return named
  return fc.oneof({ weight: 3, arbitrary: named }, { weight: 2, arbitrary: made })
}

function madeValues(schema: TSchema, taste: Taste): fc.Arbitrary<unknown> {
  if (Type.IsUnion(schema)) return fc.oneof(...schema.anyOf.map((it) => madeValues(it, taste)))
  if (Type.IsObject(schema)) return objects(schema, taste)
  if (Type.IsRecord(schema)) return records(schema, taste)
  if (Type.IsArray(schema)) return arrays(schema, taste)
  if (Type.IsEnum(schema)) return fc.constantFrom(...schema.enum)
  if (Type.IsLiteral(schema)) return fc.constant(schema.const)
  if (Type.IsString(schema)) return strings(schema)
  if (Type.IsInteger(schema)) return integers(schema)
  if (Type.IsNumber(schema)) return numbers(schema)
  if (Type.IsBoolean(schema)) return fc.boolean()
  if (Type.IsNull(schema)) return fc.constant(null)
  throw new Error(`No valid values for ${JSON.stringify(schema)}`)
}

function objects(schema: TObject, taste: Taste): fc.Arbitrary<unknown> {
  const required = schema.required ?? []
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const values = rightValues(name, field, taste)
    // Null in an optional field is as good as no field.
    const isLoose = !taste.isPlain && !required.includes(name)
    return [name, isLoose ? fc.option(values, { freq: 12 }) : values] as const
  })
  const named = fc.record(Object.fromEntries(fields), taste.isPlain ? {} : { requiredKeys: required })
  if (taste.isPlain || taste.isExact === true) return named
  return fc.tuple(named, oddFields).map(([record, odd]) => ({ ...odd, ...record }))
}

/** Fields that no schema names: they must be ignored, and must reach nothing. */
const oddFields = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      JSON.parse('{"__proto__":{"isAdmin":true}}'),
      { constructor: { prototype: { isAdmin: true } } },
      { toString: 'x', hasOwnProperty: null, valueOf: 1 },
      { unknown: '\u0000\ud800', '': [[[{}]]] },
      { tenant_id: 'other', tenantId: 'other', scope: 'admin' },
    ),
  },
)

function records(schema: TRecord, taste: Taste): fc.Arbitrary<unknown> {
  const [pattern = '', values = Type.String()] = Object.entries(schema.patternProperties)[0] ?? []
  const odd = ['__proto__', 'constructor'].filter((name) => new RegExp(pattern).test(name))
  const names = fc.oneof(
    fc.stringMatching(new RegExp(pattern)),
    ...(odd.length === 0 ? [] : [fc.constantFrom(...odd)]),
  )
  const { maxProperties = 5 } = bounds(schema)
  const entries = fc.uniqueArray(fc.tuple(names, madeValues(values, taste)), {
    selector: ([name]) => name,
    maxLength: Math.min(maxProperties, 5),
  })
  return entries.map((it) => Object.fromEntries(it))
}

function arrays(schema: TArray, taste: Taste): fc.Arbitrary<unknown> {
  const { minItems = 0, maxItems = 3 } = bounds(schema)
  return fc.array(madeValues(schema.items, taste), {
    minLength: minItems,
    maxLength: Math.min(maxItems, minItems + 3),
  })
}

function strings(schema: TSchema): fc.Arbitrary<string> {
  const { format, minLength = 0, maxLength = 300 } = bounds(schema)
  const texts = fc.string({ unit, minLength, maxLength })
  const edges = [
    'x'.repeat(maxLength),
    'x'.repeat(minLength),
    '\u0000',
    '\ud800',
    '__proto__',
    "'; drop table app.account",
  ]
  if (format === undefined) {
    return fc.oneof(
      texts,
      fc.constantFrom(...edges.filter((it) => it.length >= minLength && it.length <= maxLength)),
    )
  }
  const name = sampled(textSamples, format)
  const { check } = textFormats[name]
  return fc.oneof(
    fc.constantFrom(...textSamples[name].right),
    // Of some formats hardly any random text is.
    texts.map((text) => (check(text) ? text : (textSamples[name].right[0] ?? ''))),
  )
}

/** Any code point. It is cheap to invert, unlike `binary` of fast-check, which takes milliseconds for each field. */
const unit = fc.nat({ max: 0x10_ff_ff }).map((it) => String.fromCodePoint(it), codePointOf)

function codePointOf(text: unknown): number {
  const [only = '', ...others] = String(text)
  const point = only.codePointAt(0)
  if (point === undefined || others.length > 0) throw new Error('not one code point')
  return point
}

function integers(schema: TSchema): fc.Arbitrary<unknown> {
  const { minimum: min = Number.MIN_SAFE_INTEGER, maximum: max = Number.MAX_SAFE_INTEGER } = bounds(schema)
  const written = [`${min}.0`, `${max}e0`].map((text) => new WrittenNumber(text))
  return fc.oneof(
    fc.constantFrom(min, max, Math.min(min + 1, max), Math.max(max - 1, min)),
    fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) }),
    fc.constantFrom(...written),
  )
}

function numbers(schema: TSchema): fc.Arbitrary<unknown> {
  const { format, minimum: min = 0, maximum: max = 1e9 } = bounds(schema)
  if (format !== undefined) return fc.constantFrom(...numberSamples[sampled(numberSamples, format)].right)
  const written = ['-0', '-0.0', '0e9', '1E-7', '4.99e1', `0.${'3'.repeat(400)}`].map(
    (it) => new WrittenNumber(it),
  )
  return fc.oneof(
    fc.constantFrom(min, max, 0.1 + 0.2, 49.9, 5e-324),
    fc.double({ min, max, noNaN: true }),
    fc.constantFrom(...written),
  )
}

/** The types of schemas do not include their options. */
export const bounds = (schema: TSchema): Bounds => schema

const MARK = '\ue000'

/** A number as it is to stand in a body, where what `JSON.stringify` writes would be another text. */
export class WrittenNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): string {
    return MARK + this.text + MARK
  }
}

/** A value as JSON text, with written numbers as they are. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(new RegExp(`"${MARK}([^${MARK}]*)${MARK}"`, 'g'), '$1')
}
