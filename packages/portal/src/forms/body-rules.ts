import type { FieldLimits, FieldProblem, FormRules } from '../components/form-errors.ts'
import { type BodySchema, bodySchema, schemaAt } from './body-schema.ts'
import { wrongFieldsOf } from './wrong-fields.ts'

/**
 * `<Form rules={bodyRules(createWebhook.body, body)} …>`: the form is checked by the contract's own schema before it is sent, and
 * its fields have the limits of the schema.
 *
 * @param body what would be sent; a number whose field is empty is NaN
 * @param others what is wrong beside it, such as two days in the wrong order; null for nothing
 */
export function bodyRules(
  schema: object | null,
  body: unknown,
  others: readonly (FieldProblem | null)[] = [],
): FormRules {
  const shape = bodySchema(schema)
  return {
    wrongFields: () => [...wrongFieldsOf(shape, body), ...others.filter((it) => it !== null)],
    limitsOf: (name) => limitsOf(schemaAt(shape, body, name)),
  }
}

/** The error of a range whose ends are in the wrong order: none while one of its ends is missing; both may be equal. */
export function wrongOrder(
  param: string,
  from: number | string | null,
  to: number | string | null,
): FieldProblem | null {
  if (from === null || to === null || from <= to) return null
  return { param, text: 'This is before the beginning. Exchange the two, or leave one empty.' }
}

function limitsOf(schema: BodySchema | null): FieldLimits {
  const { minimum, maximum, maxLength } = schema ?? {}
  return { minimum, maximum, maxLength }
}
