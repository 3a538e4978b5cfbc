import type { FieldLimits, FieldProblem, FormRules } from '../components/fields/form-errors.ts'
import { type BodySchema, bodySchema, partOf, schemaAt, valueAt, variantOf } from './body-schema.ts'
import { problemOfValue } from './value-words.ts'

const REQUIRED = 'This field is required.'

/**
 * `<Form rules={bodyRules(createWebhook.body, body)} …>`: the form is checked by the contract's own schema before it is sent, and
 * its fields have the limits of the schema.
 *
 * @param body what would be sent; a number whose field is empty is NaN
 * @param others further problems, such as two days in the wrong order; null for none
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

/** The invalid fields of a body by the contract's schema, in the order of its fields. */
function wrongFieldsOf(schema: BodySchema, value: unknown, path = ''): readonly FieldProblem[] {
  const shape = variantOf(schema, value)
  if (Array.isArray(value)) return wrongItemsOf(shape, value, path)
  if (shape.properties === undefined && shape.patternProperties === undefined) {
    const text = problemOfValue(shape, value)
    return text === null ? [] : [{ param: path, text }]
  }
  const names = new Set([...Object.keys(shape.properties ?? {}), ...Object.keys(Object(value))])
  return [...names].flatMap((name) => {
    const [part, given] = [partOf(shape, name), valueAt(value, name)]
    const param = path === '' ? name : `${path}.${name}`
    const isRequired = shape.required?.includes(name) === true
    if (given === undefined) return isRequired ? [{ param, text: REQUIRED }] : []
    // The service ignores unknown fields; null in an optional field means none.
    if (part === null || (given === null && !isRequired)) return []
    return wrongFieldsOf(part, given, param)
  })
}

function wrongItemsOf(shape: BodySchema, items: readonly unknown[], path: string): readonly FieldProblem[] {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items: schema } = shape
  if (items.length < minItems) return [{ param: path, text: 'Choose at least one.' }]
  if (items.length > maxItems) return [{ param: path, text: `Enter at most ${maxItems.toLocaleString()}.` }]
  if (schema === undefined) return []
  return items.flatMap((item, index) =>
    wrongFieldsOf(schema, item, `${path}.${index}`).map(({ param, text }) => ({
      param,
      // Lists of texts are typed one a line.
      text: typeof item === 'string' ? `Line ${index + 1}: ${text}` : text,
    })),
  )
}
