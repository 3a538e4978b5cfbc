import { ruleOfFormat } from '@goodword/contract/frame/formats'
import { Refusal } from '@goodword/contract/frame/refusal'

/** The used fields of the validator’s errors; it is configured to add `schema`, `parentSchema` and `data`. */
export type ShapeError = {
  readonly keyword: string
  readonly instancePath: string
  readonly schemaPath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly schema?: unknown
  readonly parentSchema?: unknown
  readonly data?: unknown
}

type Schema = Readonly<Record<string, unknown>>

/** The error for an invalid request: the field and its rule, without its value. */
export function shapeRefusal(errors: readonly ShapeError[]): Refusal {
  const error = mostSpecific(errors)
  if (error === undefined)
    return new Refusal('VALIDATION_FAILED', 'The request does not have the expected shape.')
  const { missingProperty } = error.params
  if (error.keyword === 'required' && typeof missingProperty === 'string') {
    const param = dotted(`${error.instancePath}/${missingProperty}`)
    const schema = fieldOf(error.parentSchema, missingProperty)
    return new Refusal('VALIDATION_FAILED', `"${param}" is required: ${expectation(schema)}.`, param)
  }
  const must = expectation(isSchema(error.parentSchema) ? error.parentSchema : {})
  if (error.instancePath === '') {
    const constant = constantOf(error)
    if (constant !== null) {
      const { name, values, isMissing } = constant
      const what = `one of ${values.join(', ')}`
      const sentence = isMissing ? `"${name}" is required: ${what}.` : `"${name}" must be ${what}.`
      return new Refusal('VALIDATION_FAILED', sentence, name)
    }
    return new Refusal(
      'VALIDATION_FAILED',
      `The body must be a JSON object. Check it against the API reference.`,
    )
  }
  const param = dotted(error.instancePath)
  return new Refusal('VALIDATION_FAILED', `"${param}" must be ${must}.`, param)
}

/** The error of the form that a value has by its constants (`type`), where several forms are possible. */
function mostSpecific(errors: readonly ShapeError[]): ShapeError | undefined {
  const last = errors.at(-1)
  if (last === undefined || last.keyword !== 'anyOf' || !Array.isArray(last.schema)) return errors[0]
  const branch = last.schema.findIndex((schema) => isSchema(schema) && mayBeMeant(schema, last.data))
  const inside = errors.filter((error) => error.schemaPath.startsWith(`${last.schemaPath}/${branch}/`))
  return inside.length === 0 ? last : mostSpecific(inside)
}

type Constant = {
  readonly name: string
  readonly values: readonly unknown[]
  readonly isMissing: boolean
}

/** The field by which the forms of a body differ, and its values in all of them; null if the body has no such forms. */
function constantOf({ keyword, schema, data }: ShapeError): Constant | null {
  if (keyword !== 'anyOf' || !Array.isArray(schema) || !isSchema(data)) return null
  const forms = schema.filter(isSchema).map(({ properties }) => (isSchema(properties) ? properties : {}))
  const [name] = Object.keys(forms[0] ?? {}).filter((it) => forms.every((form) => hasConstants(form[it])))
  if (name === undefined) return null
  const values = forms.flatMap((form) => constantsOf(form[name]))
  return { name, values: [...new Set(values)], isMissing: data[name] === undefined }
}

function hasConstants(field: unknown): boolean {
  return constantsOf(field).length > 0
}

function constantsOf(field: unknown): readonly unknown[] {
  if (!isSchema(field)) return []
  if (field.const !== undefined) return [field.const]
  return Array.isArray(field.enum) ? field.enum : []
}

function mayBeMeant(schema: Schema, value: unknown): boolean {
  if (schema.type === 'null') return false
  if (!isSchema(schema.properties) || !isSchema(value)) return true
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties).every(([name, field]) => {
    if (!isSchema(field) || !required.includes(name)) return true
    if (field.const !== undefined) return field.const === value[name]
    return !Array.isArray(field.enum) || field.enum.includes(value[name])
  })
}

/** Ends the sentence "`field` must be …". */
function expectation(schema: Schema): string {
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const rule = typeof schema.format === 'string' ? ruleOfFormat(schema.format) : null
  if (rule !== null) return rule
  if (Array.isArray(schema.anyOf)) return alternatives(schema.anyOf)
  switch (schema.type) {
    case 'integer':
      return `a whole number${range(schema.minimum, schema.maximum)}`
    case 'number':
      return `a JSON number${range(schema.minimum, schema.maximum)}`
    case 'string':
      return `a string${length(schema)}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return `a list${entries(schema)}`
    default:
      return `a JSON object${fields(schema)}`
  }
}

function alternatives(schemas: readonly unknown[]): string {
  const descriptions = schemas.filter(isSchema).map((schema) => {
    const constants =
      isSchema(schema.properties) && isSchema(schema.properties.type) ? schema.properties.type : null
    if (constants !== null) return `an object whose "type" is ${expectation(constants)}`
    return schema.type === 'null' ? 'null' : expectation(schema)
  })
  return descriptions.join(', or ')
}

function range(minimum: unknown, maximum: unknown): string {
  if (typeof minimum === 'number' && typeof maximum === 'number') return ` from ${minimum} to ${maximum}`
  if (typeof minimum === 'number') return ` not below ${minimum}`
  return typeof maximum === 'number' ? ` not above ${maximum}` : ''
}

function length(schema: Schema): string {
  if (typeof schema.maxLength !== 'number') return ''
  return ` of ${typeof schema.minLength === 'number' ? `${schema.minLength} to` : 'at most'} ${schema.maxLength} characters`
}

function entries({ minItems, maxItems }: Schema): string {
  if (typeof maxItems !== 'number') return ''
  return ` of ${typeof minItems === 'number' ? `${minItems} to` : 'at most'} ${maxItems} entries`
}

/** The allowed values of a record, whose field names the caller chooses. */
function fields({ maxProperties, patternProperties }: Schema): string {
  const [pattern] = isSchema(patternProperties) ? Object.keys(patternProperties) : []
  if (pattern === undefined || typeof maxProperties !== 'number') return ''
  return ` of at most ${maxProperties} fields whose names match ${pattern}`
}

function fieldOf(schema: unknown, name: string): Schema {
  const fields = isSchema(schema) ? schema.properties : undefined
  const field = isSchema(fields) ? fields[name] : undefined
  return isSchema(field) ? field : {}
}

/** `/subscription/value` of a JSON pointer becomes `subscription.value`. */
function dotted(pointer: string): string {
  const segments = pointer.split('/').slice(1)
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~')).join('.')
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}
