import { Refusal } from '@goodword/contract/refusal'
import { type TObject, Type } from 'typebox'

/** A query as it came: a list where a parameter was repeated, null where its value cannot be decoded. */
export type RawQuery = Record<string, string | null | (string | null)[]>

const CANONICAL_INTEGER = /^(?:0|-?[1-9]\d{0,15})$/

/** Splits a query string. Never throws: the router calls it before anything can answer. */
export function parseQuery(text: string): RawQuery {
  const query: RawQuery = Object.create(null)
  if (text === '') return query
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    if (name === null || name === '') continue
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1))
    const before = query[name]
    if (before === undefined) query[name] = value
    else query[name] = Array.isArray(before) ? [...before, value] : [before, value]
  }
  return query
}

/**
 * Takes from a query what the schema names and turns integers, written canonically, into numbers. What else is wrong
 * with a value, the schema finds.
 */
export function queryDecoder(schema: TObject): (query: RawQuery) => Record<string, unknown> {
  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    name,
    isInteger: Type.IsInteger(field),
  }))
  return (query) => {
    const decoded: Record<string, unknown> = {}
    for (const { name, isInteger } of fields) {
      const value = query[name]
      if (value === undefined) continue
      decoded[name] = isInteger ? integerOf(single(name, value)) : single(name, value)
    }
    return decoded
  }
}

function single(name: string, value: string | null | readonly (string | null)[]): string {
  if (value === null) {
    throw new Refusal('VALIDATION_FAILED', `"${name}" is not percent-encoded UTF-8. Encode it so.`, name)
  }
  if (typeof value !== 'string') {
    throw new Refusal('VALIDATION_FAILED', `"${name}" is given more than once. Give it once.`, name)
  }
  return value
}

function integerOf(text: string): number | string {
  const value = Number(text)
  return CANONICAL_INTEGER.test(text) && Number.isSafeInteger(value) ? value : text
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
