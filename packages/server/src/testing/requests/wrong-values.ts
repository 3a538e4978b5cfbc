import { type TArray, type TObject, type TRecord, type TSchema, Type } from 'typebox'
import { numberSamples, sampled, textSamples } from './format-samples.ts'
import { bounds, WrittenNumber } from './right-values.ts'

/** A value with one thing wrong, and what that is. */
export type Wrong = { readonly what: string; readonly value: unknown }

/** Everything that can be wrong with a value, one thing at a time, where `right` meets the schema. */
export function wrongValues(schema: TSchema, right: unknown): readonly Wrong[] {
  if (Type.IsUnion(schema)) return wrongInUnion(schema.anyOf, right)
  if (Type.IsObject(schema)) return wrongObjects(schema, right)
  if (Type.IsRecord(schema)) return wrongRecords(schema)
  if (Type.IsArray(schema)) return wrongArrays(schema, right)
  if (Type.IsEnum(schema)) return unknownWords(schema.enum.map(String))
  if (Type.IsLiteral(schema)) return unknownWords([String(schema.const)])
  if (Type.IsString(schema)) return wrongStrings(schema)
  if (Type.IsInteger(schema)) return wrongIntegers(schema)
  if (Type.IsNumber(schema)) return wrongNumbers(schema)
  if (Type.IsBoolean(schema)) return named(['true', 1, 0, '', [], {}])
  throw new Error(`No invalid values for ${JSON.stringify(schema)}`)
}

/** Makes as many names as schemas have for faults. */
function named(values: readonly unknown[]): readonly Wrong[] {
  return values.map((value) => ({ what: describeValue(value), value }))
}

function describeValue(value: unknown): string {
  const text = value instanceof WrittenNumber ? value.text : JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text
}

function wrongInUnion(branches: readonly TSchema[], right: unknown): readonly Wrong[] {
  // Wrong values beside null, or in a list without entries, depend on the possible right values.
  if (right === null || right === undefined) return []
  const branch = branches.find((it) => !Type.IsNull(it) && mayBe(it, right))
  if (branch === undefined) throw new Error(`${describeValue(right)} matches no branch`)
  return wrongValues(branch, right)
}

/** Whether the constants of a schema are those of a value. */
function mayBe(schema: TSchema, value: unknown): boolean {
  if (!Type.IsObject(schema)) return true
  return Object.entries(schema.properties).every(([name, field]) => {
    const given = Object(value)[name]
    if (Type.IsLiteral(field)) return field.const === given
    return !Type.IsEnum(field) || field.enum.map(String).includes(String(given))
  })
}

function wrongObjects(schema: TObject, right: unknown): readonly Wrong[] {
  const record = Object(right)
  const required = schema.required ?? []
  const missing = required.map((name) => ({ what: `no ${name}`, value: without(record, name) }))
  const nulls = required.map((name) => ({ what: `${name}: null`, value: { ...record, [name]: null } }))
  const inside = Object.entries(schema.properties).flatMap(([name, field]) =>
    wrongValues(field, record[name]).map(({ what, value }) => ({
      what: `${name}: ${what}`,
      value: { ...record, [name]: value },
    })),
  )
  return [...named([[], [record], 'x', 1, true]), ...missing, ...nulls, ...inside]
}

function without(record: object, name: string): object {
  return Object.fromEntries(Object.entries(record).filter(([it]) => it !== name))
}

function wrongRecords(schema: TRecord): readonly Wrong[] {
  const [values = Type.String()] = Object.values(schema.patternProperties)
  const { maxProperties = 0 } = bounds(schema)
  const many = Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_, index) => [`t${index}`, '']))
  const inside = wrongValues(values, '').map(({ what, value }) => ({
    what: `a: ${what}`,
    value: { a: value },
  }))
  return [...named([[], 'x', 1, { '': '' }, { 'a\nb': '' }, { ['x'.repeat(101)]: '' }, many]), ...inside]
}

function wrongArrays(schema: TArray, right: unknown): readonly Wrong[] {
  const list: readonly unknown[] = Array.isArray(right) ? right : []
  const { minItems = 0, maxItems } = bounds(schema)
  const [entry] = list
  const inside = wrongValues(schema.items, entry).map(({ what, value }) => ({
    what: `an entry ${what}`,
    value: [...list, value].slice(-(maxItems ?? Number.POSITIVE_INFINITY)),
  }))
  const few = minItems > 0 ? named([[]]) : []
  const many = maxItems === undefined ? [] : named([Array.from({ length: maxItems + 1 }, () => entry)])
  return [...named([{}, 'x', 1, true, { 0: entry, length: 1 }]), ...few, ...many, ...inside]
}

function unknownWords(words: readonly string[]): readonly Wrong[] {
  const [word = ''] = words
  const other = [word.toLowerCase(), ` ${word}`, `${word}\u0000`, '', '__proto__', 'constructor']
  return named([...other.filter((it) => !words.includes(it)), 1, true, [word], { [word]: word }])
}

function wrongStrings(schema: TSchema): readonly Wrong[] {
  const { format, minLength = 0, maxLength } = bounds(schema)
  const long = maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]
  const short = minLength === 0 ? [] : ['']
  const formless = format === undefined ? [] : textSamples[sampled(textSamples, format)].wrong
  return named([...new Set([...long, ...short, ...formless]), 5, true, ['x'], { toString: 'x' }])
}

function wrongIntegers(schema: TSchema): readonly Wrong[] {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum } = bounds(schema)
  const large = ['1e400', '-1e400', ...(maximum === undefined ? [] : [`${maximum}0`])]
  const beyond = large.map((text) => new WrittenNumber(text))
  return named([minimum - 1, minimum + 0.5, 0.1 + 0.2, ...beyond, '5', '', true, [minimum], {}])
}

function wrongNumbers(schema: TSchema): readonly Wrong[] {
  const { format, minimum, maximum } = bounds(schema)
  const below = minimum === undefined ? [] : [minimum - 0.01]
  const above = maximum === undefined ? [] : [maximum + 0.01, 1e308, new WrittenNumber('1e400')]
  const formless = format === undefined ? [] : numberSamples[sampled(numberSamples, format)].wrong
  return named([...below, ...above, ...formless, '5', '', true, [1], {}])
}
