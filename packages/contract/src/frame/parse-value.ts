import type { TSchema } from 'typebox'
import { Format } from 'typebox/format'
import { Value } from 'typebox/value'
import { ruleOfFormat, textFormats } from './formats.ts'
import { Refusal } from './refusal.ts'
import type { ShapeOf } from './shape.ts'
import { nullRemover } from './without-nulls.ts'

for (const [name, { check }] of Object.entries(textFormats)) Format.Set(name, check)

/**
 * Reads a value as a file or a form gives it, by the same rules as a request body: unknown fields are dropped, a null in an
 * optional field counts as absent, and an absent field takes its default. `name` is the name of the whole in errors.
 *
 * @throws Refusal VALIDATION_FAILED that names the field
 */
export function parseValue<Schema extends TSchema>(
  schema: Schema,
  given: unknown,
  name: string,
): ShapeOf<Schema> {
  const value = Value.Clone(given)
  nullRemover(schema)(value)
  const whole: unknown = Value.Clean(schema, Value.Default(schema, value))
  if (Value.Check(schema, whole)) return whole as ShapeOf<Schema>
  const [error] = Value.Errors(schema, whole)
  const param = (error?.instancePath ?? '').split('/').slice(1).join('.')
  throw new Refusal('VALIDATION_FAILED', `"${param || name}" ${expectation(error)}.`, param || null)
}

type SchemaError = ReturnType<typeof Value.Errors>[number]

/** The checker's message, or our own where the checker has no details. */
function expectation(error: SchemaError | undefined): string {
  if (error?.keyword === 'format')
    return `must be ${ruleOfFormat(error.params.format) ?? 'in another format'}`
  if (error?.keyword === 'enum') return `must be one of ${error.params.allowedValues.join(', ')}`
  return error?.message ?? 'must be an object'
}
