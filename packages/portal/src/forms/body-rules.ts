import type { FieldLimits, FormRules } from '../components/form-errors.ts'
import { type BodySchema, bodySchema, schemaAt } from './body-schema.ts'
import { wrongFieldsOf } from './wrong-fields.ts'

/**
 * `<Form rules={bodyRules(createWebhook.body, body)} …>`: the form is checked by the contract's own schema before it is sent, and
 * its fields have the limits of the schema.
 *
 * @param body what would be sent; a number whose field is empty is NaN
 */
export function bodyRules(schema: object | null, body: unknown): FormRules {
  const shape = bodySchema(schema)
  return {
    wrongFields: () => wrongFieldsOf(shape, body),
    limitsOf: (name) => limitsOf(schemaAt(shape, body, name)),
  }
}

function limitsOf(schema: BodySchema | null): FieldLimits {
  const { minimum, maximum, maxLength } = schema ?? {}
  return { minimum, maximum, maxLength }
}
