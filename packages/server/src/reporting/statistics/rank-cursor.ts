import type { CarriedCount } from '../../engine/lists/list-cursor.ts'
import type { RankPlace } from './rows/top-referrers.ts'

/** The place of a referrer in a list as a cursor, with the count of the list. */
export function cursorOfPlace(
  { amount, participant }: RankPlace,
  { question, counted }: CarriedCount,
): string {
  return Buffer.from(`${amount} ${participant} ${question} ${counted}`).toString('base64url')
}

const PLACE =
  /^(?<amount>\d{1,15}) (?<participant>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?: (?<question>\d{1,10}) (?<counted>\d{1,15}))?$/

/** The place of a cursor, and the count if it carries one; null when the text is not a cursor of this list. */
export function placeOfCursor(
  cursor: string,
): { readonly place: RankPlace; readonly count: CarriedCount | null } | null {
  const text = Buffer.from(cursor, 'base64url').toString()
  const found = PLACE.exec(text)?.groups
  if (found === undefined || Buffer.from(text).toString('base64url') !== cursor) return null
  const { amount, participant = '', question, counted } = found
  return {
    place: { amount: Number(amount), participant },
    count:
      question === undefined || counted === undefined
        ? null
        : { question: Number(question), counted: Number(counted) },
  }
}
