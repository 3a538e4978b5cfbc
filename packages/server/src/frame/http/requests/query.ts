import { Refusal } from '@goodword/contract/frame/refusal'
import { type TObject, Type } from 'typebox'

/** Marks a parameter that was given more than once. */
export const repeated = Symbol('repeated')

/** A parsed query: `repeated` where a parameter was given again, null where its value cannot be decoded. */
export type RawQuery = Record<string, string | null | typeof repeated>

const MAX_QUERY_LENGTH = 12_288
const MAX_PARAMETERS = 100
const MAX_SHOWN_NAME = 64
const CANONICAL_INTEGER = /^(?:0|-?[1-9]\d{0,15})$/

/** The results of `parseQuery` for a query beyond the limits, which is not read. */
const tooLong: RawQuery = Object.freeze({})
const tooMany: RawQuery = Object.freeze({})

/**
 * Splits a query string, or the body of a form, in linear time. Never throws: the router calls it before anything can
 * answer.
 */
export function parseQuery(text: string, maxLength = MAX_QUERY_LENGTH): RawQuery {
  if (text.length > maxLength) return tooLong
  const pairs = text.split('&', MAX_PARAMETERS + 1)
  if (pairs.length > MAX_PARAMETERS) return tooMany
  const query: RawQuery = Object.create(null)
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    const rawName = equals === -1 ? pair : pair.slice(0, equals)
    const name = decode(rawName) ?? rawName
    if (name === '') continue
    query[name] = name in query ? repeated : decode(equals === -1 ? '' : pair.slice(equals + 1))
  }
  return query
}

/** @throws Refusal URI_TOO_LONG or MALFORMED_REQUEST for a query beyond the limits */
export function rejectInvalidQuery(query: unknown): void {
  if (query === tooLong) {
    throw new Refusal(
      'URI_TOO_LONG',
      `The query is longer than 12,288 characters. Send fewer or shorter parameters.`,
    )
  }
  if (query === tooMany) {
    throw new Refusal(
      'MALFORMED_REQUEST',
      `The query has more than ${MAX_PARAMETERS} parameters. Send only the parameters listed in the API reference.`,
    )
  }
}

/**
 * Turns integers, written canonically, into numbers, and refuses parameters that an operation with documented ones does
 * not have. The schema finds other faults of a value.
 */
export function queryDecoder(schema: TObject): (query: RawQuery) => Record<string, unknown> {
  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    name,
    isInteger: Type.IsInteger(field),
  }))
  const names = new Set(fields.map(({ name }) => name))
  return (query) => {
    if (names.size > 0) rejectUnknown(query, names)
    const decoded: Record<string, unknown> = {}
    for (const { name, isInteger } of fields) {
      const value = query[name]
      if (value === undefined) continue
      decoded[name] = isInteger ? integerOf(single(name, value)) : single(name, value)
    }
    return decoded
  }
}

/** A mistyped filter, or one of another operation, would silently be ignored. */
function rejectUnknown(query: RawQuery, names: ReadonlySet<string>): void {
  const unknown = Object.keys(query).find((name) => !names.has(name))
  if (unknown === undefined) return
  const param = unknown.slice(0, MAX_SHOWN_NAME).toWellFormed()
  throw new Refusal(
    'VALIDATION_FAILED',
    `"${param}" is not a query parameter of this operation. Its parameters are ${[...names].join(', ')}. Correct the name or remove the parameter.`,
    param,
  )
}

function single(name: string, value: string | null | typeof repeated): string {
  if (value === null) {
    throw new Refusal(
      'VALIDATION_FAILED',
      `"${name}" is not percent-encoded UTF-8. Percent-encode the value as UTF-8.`,
      name,
    )
  }
  if (value === repeated) {
    throw new Refusal('VALIDATION_FAILED', `"${name}" is given more than once. Send it once.`, name)
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
