import { parseValue } from '@goodword/contract/frame/parse-value'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { ShapeOf } from '@goodword/contract/frame/shape'
import type { TSchema } from 'typebox'

/** Checks a value of JSON in a row. The error names the field of the row before that in the value. */
export function parsedCell<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  field: string,
): ShapeOf<Schema> {
  try {
    return parseValue(schema, value, field)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, param, message } = error
    throw new Refusal(
      code,
      param === null ? message : `${field}: ${message}`,
      param === null ? field : `${field}.${param}`,
    )
  }
}
