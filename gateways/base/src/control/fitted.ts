import { type Static, type TSchema, Type } from 'typebox'
import { Pointer } from 'typebox/schema'
import { Value } from 'typebox/value'

/** The input does not match its schema; every mistake is a sentence that begins with its place. */
export class Misfit extends Error {
  override readonly name = 'Misfit'
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

/** A value as a schema has it. @throws {Misfit} with every place that does not fit, and what is allowed there */
export function fitted<T extends TSchema>(schema: T, value: unknown, root = 'the body'): Static<T> {
  if (Value.Check(schema, value)) return value
  // By place: a schema of alternatives complains once for each of them.
  const mistakes = new Map<string, string>()
  for (const error of Value.Errors(schema, value)) {
    const line = lineOf(schema, error, root)
    if (line !== null && !mistakes.has(line.place)) mistakes.set(line.place, line.text)
  }
  const places = Array.from(mistakes.keys())
  // For a list or an object with an error inside, only the inner error is reported.
  const innermost = places.filter(
    (place) => !places.some((each) => /^[.[]/.test(each.slice(place.length)) && each.startsWith(place)),
  )
  throw new Misfit(innermost.flatMap((place) => mistakes.get(place) ?? []))
}

type SchemaError = ReturnType<typeof Value.Errors>[number]
type Line = { readonly place: string; readonly text: string }

function lineOf(schema: TSchema, error: SchemaError, root: string): Line | null {
  const place = placeOf(error.instancePath, root)
  const here = schemaAt(schema, error.schemaPath)
  // Reported by the object that has the property, which knows the other names.
  if (error.keyword === 'boolean') return null
  if (error.keyword === 'additionalProperties' && Type.IsObject(here)) {
    const unknown = error.params.additionalProperties.map((name) => `"${name}"`).join(', ')
    const known = Object.keys(here.properties).join(', ')
    return { place: `${place} ${unknown}`, text: `${place} has no ${unknown}. It has: ${known}.` }
  }
  if (error.keyword === 'required') {
    return { place: `${place} needs`, text: `${place} needs ${error.params.requiredProperties.join(', ')}.` }
  }
  return { place, text: `${place} must be ${wantedOf(here) ?? error.message.replace(/^must be /, '')}.` }
}

/** The description of a schema. */
function wantedOf(schema: TSchema | null): string | null {
  if (schema === null) return null
  if ('description' in schema && typeof schema.description === 'string') return schema.description
  if (Type.IsEnum(schema)) return `one of ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}`
  return null
}

/** The schema that an error is about; of alternatives all of them together, unless it is inside of one. */
function schemaAt(schema: TSchema, path: string): TSchema | null {
  const pointer = path
    .replace(/^#/, '')
    .replace(/\/anyOf\/\d+(?!.*\/(items|properties|prefixItems)\b).*$/, '')
  const found = pointer === '' ? schema : Pointer.Get(schema, pointer)
  return Type.IsSchema(found) ? found : null
}

/** `/merchants/0/plans/1/price` as `merchants[0].plans[1].price`. */
function placeOf(path: string, root: string): string {
  const steps = Pointer.Indices(path)
  const text = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')
  return text === '' ? root : text.replace(/^[.]/, '')
}
