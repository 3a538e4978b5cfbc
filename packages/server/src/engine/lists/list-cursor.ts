import { crc32 } from 'node:zlib'
import { isUuid } from '@goodword/domain/values/ids'
import { LAST_TIME } from '@goodword/domain/values/last-time'

/** The number of matching rows as an earlier page counted it, and the question that it answers. */
export type CarriedCount = { readonly question: number; readonly counted: number }

const ID_BYTES = 16
// A time, or a number that is no greater than the last time.
const VALUE_BYTES = 8
/** No multiple of the others, so that the length of a cursor says what it has. */
const COUNT_BYTES = 12

/** A number for a counted query: another list, filter or bound has another one. */
export function questionOf(...parts: readonly unknown[]): number {
  return crc32(JSON.stringify(parts))
}

/**
 * The position of a row, short and opaque: its ID, in a sorted list with the time or number before it, and the count of the list, so that
 * only the first page counts.
 */
export function cursorText(id: string, value: number | null, count: CarriedCount | null): string {
  const parts = [Buffer.from(id.replaceAll('-', ''), 'hex')]
  if (value !== null) {
    const bytes = Buffer.alloc(VALUE_BYTES)
    bytes.writeDoubleBE(value)
    parts.unshift(bytes)
  }
  if (count !== null) {
    const bytes = Buffer.alloc(COUNT_BYTES)
    bytes.writeUInt32BE(count.question, 0)
    bytes.writeDoubleBE(count.counted, 4)
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('base64url')
}

/** The ID of a cursor, or null when the text is not a cursor of ours. */
export function idOfCursor(cursor: string): string | null {
  const position = positionBytes(cursor, ID_BYTES)
  return position === null ? null : idOf(position)
}

/** The time or number and the ID of a cursor of a sorted list, or null when the text is none of ours. */
export function positionOfCursor(cursor: string): { readonly id: string; readonly value: number } | null {
  const position = positionBytes(cursor, VALUE_BYTES + ID_BYTES)
  if (position === null) return null
  const value = position.readDoubleBE()
  const id = idOf(position.subarray(VALUE_BYTES))
  return id === null || !Number.isInteger(value) || Math.abs(value) > LAST_TIME ? null : { id, value }
}

/** The count that a cursor carries; null for one without, which may be none of ours. */
export function countOfCursor(cursor: string): CarriedCount | null {
  const bytes = Buffer.from(cursor, 'base64url')
  const [unsorted, sorted] = [ID_BYTES + COUNT_BYTES, VALUE_BYTES + ID_BYTES + COUNT_BYTES]
  if (bytes.length !== unsorted && bytes.length !== sorted) return null
  const carried = bytes.subarray(-COUNT_BYTES)
  const count = { question: carried.readUInt32BE(0), counted: carried.readDoubleBE(4) }
  return Number.isSafeInteger(count.counted) && count.counted >= 0 ? count : null
}

/** The position of a cursor that has so many bytes of it, with a count behind it or without. */
function positionBytes(cursor: string, length: number): Buffer | null {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.toString('base64url') !== cursor) return null
  if (bytes.length === length) return bytes
  const isWithCount = bytes.length === length + COUNT_BYTES && countOfCursor(cursor) !== null
  return isWithCount ? bytes.subarray(0, length) : null
}

function idOf(bytes: Buffer): string | null {
  const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isUuid(id) ? id : null
}
