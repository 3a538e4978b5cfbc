import type { RankPlace } from '../../store/statistics/top-referrers.ts'

/** The place of a referrer in a list as a cursor. */
export function cursorOfPlace({ amount, participant }: RankPlace): string {
  return Buffer.from(`${amount} ${participant}`).toString('base64url')
}

const PLACE = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The place of a cursor; null when the text is not a cursor of this list. */
export function placeOfCursor(cursor: string): RankPlace | null {
  const text = Buffer.from(cursor, 'base64url').toString()
  const match = PLACE.exec(text)
  if (match === null || Buffer.from(text).toString('base64url') !== cursor) return null
  return { amount: Number(match[1]), participant: match[2] ?? '' }
}
