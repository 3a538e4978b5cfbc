/** A position in the feed as a cursor: short and opaque. */
export function feedCursor(position: number): string {
  const bytes = Buffer.alloc(LENGTH)
  bytes[0] = FORMAT
  bytes.writeBigUInt64BE(BigInt(position), 1)
  return bytes.toString('base64url')
}

/** The position of a cursor, or null when the text is not a cursor of ours. */
export function positionOfCursor(cursor: string): number | null {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== LENGTH || bytes[0] !== FORMAT || bytes.toString('base64url') !== cursor) return null
  const position = Number(bytes.readBigUInt64BE(1))
  return Number.isSafeInteger(position) ? position : null
}

const LENGTH = 9
const FORMAT = 1
