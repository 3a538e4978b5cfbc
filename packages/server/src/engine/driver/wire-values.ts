import { LAST_TIME } from '@goodword/domain/values/last-time'
import pg from 'pg'

/** A parameter in its wire format: PostgreSQL's text form, bytes, or null. */
export type WireParameter = string | Buffer | null

/** Writes a value as PostgreSQL reads it; a list as the literal of an array. JSON is text. */
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

/** Parses a value's text. */
export type Parser = (text: string) => unknown

const INT8 = 20
const TIMESTAMPTZ = 1184

/** Times come as milliseconds since the epoch, bigints as numbers: everything counted here stays below 2^53. */
export function parserOf(typeOid: number): Parser {
  if (typeOid === INT8) return Number
  if (typeOid === TIMESTAMPTZ) return timeOf
  return pg.types.getTypeParser(typeOid, 'text')
}

/** PostgreSQL writes `2026-11-21 05:16:06.123+00` in a session whose time zone is UTC. */
function timeOf(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

/** Types of columns in batch inserts, with the application's types. */
export type ColumnValues = {
  uuid: string
  text: string
  jsonb: string
  int4: number
  int8: number
  bool: boolean
  /** Milliseconds since the epoch. */
  timestamptz: number
}

export type ColumnType = keyof ColumnValues

/** The OIDs of PostgreSQL's catalog, the same on every server. */
const oids: Readonly<Record<ColumnType, number>> = {
  uuid: 2950,
  text: 25,
  jsonb: 3802,
  int4: 23,
  int8: 20,
  bool: 16,
  timestamptz: 1184,
}

export function isColumnType(type: string): type is ColumnType {
  return Object.hasOwn(oids, type)
}

const HEADER_BYTES = 20
const NULL_LENGTH = -1

let scratch: Buffer = Buffer.allocUnsafe(64 * 1024)

/**
 * A list as the binary form of a PostgreSQL array. The text form costs the server about as much to parse as the rows
 * cost to write: each element is looked at twice, and times and uuids are read letter by letter.
 */
export function binaryArray<Type extends ColumnType>(
  type: Type,
  values: readonly (ColumnValues[Type] | null)[],
): Buffer {
  let hasNulls = 0
  let end = HEADER_BYTES
  for (const value of values) {
    const neededBytes = 4 + (typeof value === 'string' ? 1 + 3 * value.length : 16)
    if (end + neededBytes > scratch.length) scratch = grown(end + neededBytes)
    const length = value === null ? NULL_LENGTH : writers[type](value, end + 4)
    if (length === NULL_LENGTH) hasNulls = 1
    scratch.writeInt32BE(length, end)
    end += 4 + Math.max(length, 0)
  }
  const isEmpty = values.length === 0
  scratch.writeInt32BE(isEmpty ? 0 : 1, 0)
  scratch.writeInt32BE(hasNulls, 4)
  scratch.writeInt32BE(oids[type], 8)
  if (isEmpty) return Buffer.from(scratch.subarray(0, 12))
  scratch.writeInt32BE(values.length, 12)
  scratch.writeInt32BE(1, 16)
  return Buffer.from(scratch.subarray(0, end))
}

function grown(size: number): Buffer {
  const larger = Buffer.allocUnsafe(2 * size)
  scratch.copy(larger)
  return larger
}

/** Each writes a value into the scratch buffer at `at`, and returns the number of bytes. */
const writers: { readonly [Type in ColumnType]: (value: ColumnValues[ColumnType], at: number) => number } = {
  uuid: (value, at) => writeUuid(String(value), at),
  text: (value, at) => scratch.write(String(value), at),
  jsonb(value, at) {
    // The version of the binary form.
    scratch[at] = 1
    return 1 + scratch.write(String(value), at + 1)
  },
  int4(value, at) {
    scratch.writeInt32BE(Number(value), at)
    return 4
  },
  int8: (value, at) => writeInt64(Number(value), at),
  bool(value, at) {
    scratch[at] = value === true ? 1 : 0
    return 1
  },
  timestamptz: (value, at) => writeMicroseconds(Math.min(Number(value), LAST_TIME) - POSTGRES_EPOCH, at),
}

/** PostgreSQL counts microseconds from here. */
const POSTGRES_EPOCH = Date.UTC(2000, 0, 1)

function writeInt64(value: number, at: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError('a number to be stored is no safe integer')
  scratch.writeInt32BE(Math.floor(value / WORD), at)
  scratch.writeUInt32BE(value >>> 0, at + 4)
  return 8
}

const WORD = 2 ** 32

/** Milliseconds as microseconds, which are too many for one number after the year 2285. */
function writeMicroseconds(ms: number, at: number): number {
  const high = Math.floor(ms / WORD)
  const low = (ms - high * WORD) * 1000
  scratch.writeInt32BE(high * 1000 + Math.floor(low / WORD), at)
  scratch.writeUInt32BE(low >>> 0, at + 4)
  return 8
}

const UUID_BYTES = 16
const UUID_LENGTH = 36
const DASH = 45

function writeUuid(text: string, start: number): number {
  if (text.length !== UUID_LENGTH) throw new RangeError('a key to be stored is no uuid')
  let at = start
  for (let index = 0; index < UUID_LENGTH; index += 2) {
    if (text.charCodeAt(index) === DASH) index += 1
    scratch[at] = hexDigit(text.charCodeAt(index)) * 16 + hexDigit(text.charCodeAt(index + 1))
    at += 1
  }
  return UUID_BYTES
}

/** The value of `0`–`9`, `a`–`f`, `A`–`F`. */
function hexDigit(letter: number): number {
  return letter <= 57 ? letter - 48 : (letter | 32) - 87
}
