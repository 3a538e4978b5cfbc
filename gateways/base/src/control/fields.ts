import { type TProperties, type TSchema, Type } from 'typebox'

/** An object with these fields and no others. */
export function only<T extends TProperties>(fields: T) {
  return Type.Object(fields, { additionalProperties: false, description: 'an object' })
}

export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(schema)
}

/** The value, or null with a description of its meaning. */
export function orNull<T extends TSchema>(schema: T, meaning: string) {
  const wanted = 'description' in schema ? `${schema.description}` : 'a value'
  return Type.Union([schema, Type.Null()], { description: `${wanted}, or null ${meaning}` })
}

export function text(description = 'a text') {
  return Type.String({ minLength: 1, maxLength: 255, description: `${description} of 1 to 255 characters` })
}

export function id(what = 'an id') {
  const description = `${what} of letters, digits, "-" and "_", at most 64 characters`
  return Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description })
}

export function flag() {
  return Type.Boolean({ description: 'true or false' })
}

export function integer(minimum: number, maximum: number, unit = '') {
  const description = `a whole number${unit === '' ? '' : ` of ${unit}`} from ${minimum} to ${maximum}`
  return Type.Integer({ minimum, maximum, description })
}

export function share() {
  return Type.Number({ minimum: 0, maximum: 1, description: 'a number from 0 (never) to 1 (always)' })
}

/** Money that is not negative. */
export function money() {
  return Type.String({
    pattern: '^\\d{1,9}([.]\\d{1,2})?$',
    description: 'money as a text such as "12.34"',
  })
}

export function signedMoney() {
  return Type.String({
    pattern: '^-?\\d{1,9}([.]\\d{1,2})?$',
    description: 'money as a text such as "12.34" or "-5.00"',
  })
}

export function day() {
  const pattern = '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'
  return Type.String({ pattern, description: 'a date such as "2026-01-31"' })
}

export function moment() {
  return Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}([.]\\d{1,3})?)?Z$',
    description: 'a moment of UTC such as "2026-01-31T12:00:00Z"',
  })
}

export function httpAddress() {
  return Type.String({
    pattern: '^https?://[^\\s]+$',
    maxLength: 2000,
    description: 'a URL that starts with http:// or https://',
  })
}

export function oneOf<const T extends string>(words: readonly T[]) {
  const description = `one of ${words.map((word) => `"${word}"`).join(', ')}`
  return Type.Enum<T[]>([...words], { description })
}

export function listOf<T extends TSchema>(schema: T) {
  return Type.Array(schema, { description: 'a list' })
}

export function textsByName() {
  return Type.Record(Type.String(), Type.String({ maxLength: 255, description: 'a text' }), {
    description: 'an object of texts',
  })
}
