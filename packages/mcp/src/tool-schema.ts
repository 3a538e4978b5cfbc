import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { TObject } from 'typebox'

/**
 * A schema of the contract as a schema of a tool. It is compiled at its first use: most calls need one of two dozen.
 *
 * The formats of the contract, such as `cursor`, are known to the service alone, which checks them: left in, a client that does not
 * know them could refuse the tool.
 */
export function toolSchema(
  schema: TObject,
  faultOf: (input: unknown) => string | null = () => null,
): StandardSchemaWithJSON {
  const json = withoutFormats(schema) as Readonly<Record<string, unknown>>
  let compiled: StandardSchemaWithJSON | null = null
  return {
    '~standard': {
      version: 1,
      vendor: 'goodword',
      jsonSchema: { input: () => json, output: () => json },
      validate(value) {
        const fault = faultOf(value)
        if (fault !== null) return { issues: [{ message: fault }] }
        compiled ??= fromJsonSchema(json)
        return compiled['~standard'].validate(value)
      },
    },
  }
}

/**
 * The schema of an answer: its fields and their types, and nothing of what is in them. A client reads the list of all tools
 * again and again, and whole answers made it a quarter of a megabyte; the service itself writes each answer by its schema.
 */
export function answerSchema({ properties, required }: TObject): StandardSchemaWithJSON {
  const fields = Object.entries(properties).map(([name, schema]) => [name, typesOf(schema)] as const)
  return toolSchema({ type: 'object', properties: Object.fromEntries(fields), required } as TObject)
}

/** The types that a field may have; any, where a schema does not say it at once. */
function typesOf(schema: object): object {
  const { type, anyOf } = schema as { readonly type?: unknown; readonly anyOf?: readonly object[] }
  if (typeof type === 'string') return { type }
  const types = (anyOf ?? []).map((it) => Reflect.get(it, 'type'))
  const isKnown = types.length > 0 && types.every((it) => typeof it === 'string')
  return isKnown ? { type: [...new Set(types)] } : {}
}

function withoutFormats(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutFormats)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(
    // Names with a tilde are marks of the schema library.
    ([name, value]) => !name.startsWith('~') && (name !== 'format' || typeof value !== 'string'),
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutFormats(value)]))
}
