import type { TSchema } from 'typebox'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

/**
 * The named schemas of a document. A schema with a `title` is defined once, under that name, and referenced
 * everywhere else.
 */
export type Components = {
  /** The schema in the document: a reference if it has a name. */
  readonly reference: (schema: TSchema) => Json
  readonly schemas: () => JsonObject
}

export function collectComponents(): Components {
  const schemas = new Map<string, Json>()

  function reference(schema: Json): Json {
    if (!isObject(schema) || typeof schema.title !== 'string') return inside(schema)
    const { title } = schema
    const said = withoutTitle(inside(schema))
    const known = schemas.get(title)
    if (known === undefined) schemas.set(title, said)
    else if (JSON.stringify(known) !== JSON.stringify(said)) {
      throw new Error(`Two different schemas have the title ${title}`)
    }
    return { $ref: `#/components/schemas/${title}` }
  }

  function inside(schema: Json): Json {
    if (isList(schema)) return schema.map(reference)
    if (!isObject(schema)) return schema
    return Object.fromEntries(
      Object.entries(schema).map(([name, value]) => [name, isData(name) ? value : reference(value)]),
    )
  }

  return {
    // Schemas are plain JSON below their types; the copy drops the marks that only TypeScript code sees.
    reference: (schema) => reference(JSON.parse(JSON.stringify(schema))),
    schemas: () => Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

// The values of these keywords are data, not schemas.
const isData = (keyword: string): boolean => ['default', 'examples', 'enum', 'const'].includes(keyword)

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !isList(value)

function withoutTitle(schema: Json): Json {
  if (!isObject(schema)) return schema
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== 'title'))
}

/** The names of the fields that an object must have. */
export function requiredOf(schema: JsonObject): ReadonlySet<string> {
  return new Set(Array.isArray(schema.required) ? schema.required.map(String) : [])
}
