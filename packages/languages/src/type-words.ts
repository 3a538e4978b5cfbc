import {
  isObject,
  type Json,
  type JsonObject,
  requiredOf,
} from '@goodword/contract/frame/openapi/openapi-components'

/** A field of an object, or a parameter of an operation. */
export type Field = {
  readonly name: string
  readonly schema: Json
  readonly isRequired: boolean
  readonly description: string
}

/** How a language writes types. `hint` is a name for an object that has none. */
export type TypeWords = {
  readonly text: string
  readonly integer: string
  readonly number: string
  readonly boolean: string
  readonly null: string
  readonly unknown: string
  readonly named: (name: string) => string
  readonly literals: (values: readonly Json[]) => string
  readonly list: (entry: string) => string
  readonly record: (value: string) => string
  readonly object: (fields: readonly Field[], hint: string) => string
}

/**
 * Writes a schema as a type of the language.
 *
 * @throws Error for a schema that has no counterpart
 */
export function typeOf(schema: Json, words: TypeWords, hint: string): string {
  if (!isObject(schema)) throw new Error(`no schema: ${JSON.stringify(schema)}`)
  if (typeof schema.$ref === 'string') return words.named(schema.$ref.replace('#/components/schemas/', ''))
  if (Array.isArray(schema.anyOf)) return unionOf(schema.anyOf, words, hint)
  if (Array.isArray(schema.enum)) return words.literals(schema.enum)
  if (schema.const !== undefined) return words.literals([schema.const])
  switch (schema.type) {
    case 'string':
      return words.text
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return words[schema.type]
    case 'array':
      return words.list(typeOf(schema.items ?? null, words, hint))
    case 'object':
      return objectOf(schema, words, hint)
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`)
  }
}

/** The fields of an object in their order. */
export function fieldsOf(schema: Json): readonly Field[] {
  if (!isObject(schema)) throw new Error(`no object: ${JSON.stringify(schema)}`)
  const required = requiredOf(schema)
  return Object.entries(Object(schema.properties)).map(([name, value]) => {
    const property = value as Json
    const description = isObject(property) ? property.description : undefined
    return {
      name,
      schema: property,
      isRequired: required.has(name),
      description: typeof description === 'string' ? description : '',
    }
  })
}

/** The name in Python and Ruby: `accountId` is `account_id`. */
export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

function unionOf(schemas: readonly Json[], words: TypeWords, hint: string): string {
  const types = schemas.map((it, index) => typeOf(it, words, index === 0 ? hint : `${hint}${index + 1}`))
  return [...new Set(types)].join(' | ')
}

function objectOf(schema: JsonObject, words: TypeWords, hint: string): string {
  const { patternProperties = null } = schema
  if (!isObject(patternProperties)) return words.object(fieldsOf(schema), hint)
  const types = Object.values(patternProperties).map((it) =>
    isObject(it) && Object.keys(it).length === 0 ? words.unknown : typeOf(it, words, hint),
  )
  return words.record([...new Set(types)].join(' | '))
}
