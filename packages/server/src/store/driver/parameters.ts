/** A parameter as it goes over the wire: PostgreSQL's text of it, bytes, or null. */
export type WireParameter = string | Buffer | null

/** Writes a value as PostgreSQL reads it; a list as the literal of an array. JSON comes as text. */
export function wireParameter(value: unknown): WireParameter {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return arrayLiteral(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  throw new TypeError('A parameter is a text, a number, a boolean, a time, bytes, null, or a list of these')
}

function arrayLiteral(values: readonly unknown[]): string {
  let text = '{'
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) text += ','
    text += element(values[index])
  }
  return `${text}}`
}

function element(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`
  return (wireParameter(value) ?? 'NULL').toString()
}

const NEEDS_ESCAPE = /["\\]/

function quoted(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : `"${text}"`
}
