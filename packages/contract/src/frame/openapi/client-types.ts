import { clientEnums } from './client-enums.ts'
import type { Field, shapeFinder } from './client-shapes.ts'
import { isObject, type Json, type JsonObject, requiredOf } from './openapi-components.ts'

type FindShapes = ReturnType<typeof shapeFinder>

const enumsByValues = new Map(
  Object.values(clientEnums).map(({ type, values }) => [values.map(literal).join(' | '), type]),
)

/**
 * Writes JSON schemas as TypeScript types. An object that has all fields of a shape is the shape and its other fields.
 *
 * @param findShapes null to write every field
 */
export function typeWriter(findShapes: FindShapes | null) {
  /** @param owner the name of the type that is written, which is not its own shape */
  function typeOf(schema: Json, owner: string | null = null): string {
    if (!isObject(schema)) throw new Error(`No schema: ${JSON.stringify(schema)}`)
    if (typeof schema.$ref === 'string') return schema.$ref.replace('#/components/schemas/', '')
    if (Array.isArray(schema.anyOf)) return schema.anyOf.map((it) => typeOf(it)).join(' | ')
    if (Array.isArray(schema.enum)) {
      const values = schema.enum.map(literal).join(' | ')
      return enumsByValues.get(values) ?? values
    }
    if (schema.const !== undefined) return literal(schema.const)
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type
      case 'integer':
      case 'number':
        return 'number'
      case 'array':
        return `readonly (${typeOf(schema.items ?? null)})[]`
      case 'object':
        return objectType(schema, owner)
      default:
        throw new Error(`The client has no type for ${JSON.stringify(schema)}`)
    }
  }

  function objectType(schema: JsonObject, owner: string | null): string {
    const { patternProperties = null } = schema
    if (isObject(patternProperties)) return recordType(Object.values(patternProperties))
    // Shapes are found by whole fields, whatever is within them.
    const fields = findShapes === null ? fieldsOf(schema) : plain.fieldsOf(schema)
    if (findShapes === null) return fields.length === 0 ? 'Record<string, never>' : block(fields)
    const { names, rest } = findShapes(fields, owner)
    const own = fieldsOf(schema).filter((it) => rest.some(({ name }) => name === it.name))
    return [...names, ...(own.length === 0 ? [] : [block(own)])].join(' & ') || 'Record<string, never>'
  }

  function fieldsOf(schema: Json): readonly Field[] {
    if (!isObject(schema)) return []
    const required = requiredOf(schema)
    return Object.entries(Object(schema.properties)).map(([name, property]) => ({
      name,
      text: fieldOf(name, property as Json, required.has(name)),
    }))
  }

  /** The type of an object with names that the schema does not list; an empty schema takes any value. */
  function recordType(values: readonly (Json | undefined)[]): string {
    const types = values.map((it = null) =>
      isObject(it) && Object.keys(it).length === 0 ? 'unknown' : typeOf(it),
    )
    return `{ readonly [name: string]: ${types.join(' | ')} }`
  }

  function fieldOf(name: string, property: Json, isRequired: boolean): string {
    const description = isObject(property) ? property.description : undefined
    // `undefined` is left out of a request like a field that is not there.
    const type = `${typeOf(property)}${isRequired ? '' : ' | undefined'}`
    return `${comment(description)}readonly ${name}${isRequired ? '' : '?'}: ${type}`
  }

  return { typeOf, fieldsOf }
}

/** Writes every field of a type, so that fields can be compared. */
export const plain = typeWriter(null)

/** Fields in braces. */
export function block(fields: readonly Field[]): string {
  return `{${indented(fields.map((it) => it.text).join('\n'))}}`
}

export function literal(value: Json): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}

export function comment(text: Json | undefined): string {
  if (typeof text !== 'string') return ''
  const lines = text.split('\n')
  if (lines.length === 1) return `/** ${text} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

export function indented(text: string): string {
  return `\n${text.replaceAll(/^(?=.)/gm, '  ')}\n`
}
