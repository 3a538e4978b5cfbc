import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { TObject } from 'typebox'

/**
 * A schema of the contract as a schema of a tool. It is compiled at its first use: most calls need one of two dozen.
 *
 * The formats of the contract, such as `cursor`, are known to the service alone, which checks them: left in, a client that does not
 * know them could refuse the tool.
 */
export function toolSchema(schema: TObject): StandardSchemaWithJSON {
  const json = withoutFormats(schema) as Readonly<Record<string, unknown>>
  let compiled: StandardSchemaWithJSON | null = null
  return {
    '~standard': {
      version: 1,
      vendor: 'goodword',
      jsonSchema: { input: () => json, output: () => json },
      validate(value) {
        compiled ??= fromJsonSchema(json)
        return compiled['~standard'].validate(value)
      },
    },
  }
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
