/** The bytes from `start` up to before `end`. */
export type ByteRange = { readonly start: number; readonly end: number }

/**
 * The range that a `Range` header requests of so many bytes (RFC 9110, 14.2). Null for the whole: without the header, and
 * for headers that are malformed or name several ranges, which a server may ignore.
 */
export function byteRange(header: string | undefined, length: number): ByteRange | 'not satisfiable' | null {
  const [, first = '', last = ''] = RANGE.exec(header ?? '') ?? []
  if (first === '') return last === '' ? null : lastBytes(Number(last), length)
  const start = Number(first)
  const end = last === '' ? length : Math.min(Number(last) + 1, length)
  if (last !== '' && Number(last) < start) return null
  return start < length ? { start, end } : 'not satisfiable'
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i

function lastBytes(count: number, length: number): ByteRange | 'not satisfiable' {
  if (count === 0 || length === 0) return 'not satisfiable'
  return { start: Math.max(0, length - count), end: length }
}
