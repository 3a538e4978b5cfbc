import type { CarriedCount } from '../../engine/lists/list-cursor.ts'
import type { RankPosition } from './rows/top-referrers.ts'

/** The position of a referrer in a list as a cursor, with the count of the list. */
export function cursorOfPosition(
  { amount, user }: RankPosition,
  { question, counted }: CarriedCount,
): string {
  return Buffer.from(`${amount} ${user} ${question} ${counted}`).toString('base64url')
}

const PLACE =
  /^(?<amount>\d{1,15}) (?<user>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?: (?<question>\d{1,10}) (?<counted>\d{1,15}))?$/

/** The position of a cursor, and the count if it carries one; null when the text is not a cursor of this list. */
export function positionOfCursor(
  cursor: string,
): { readonly position: RankPosition; readonly count: CarriedCount | null } | null {
  const text = Buffer.from(cursor, 'base64url').toString()
  const found = PLACE.exec(text)?.groups
  if (found === undefined || Buffer.from(text).toString('base64url') !== cursor) return null
  const { amount, user = '', question, counted } = found
  return {
    position: { amount: Number(amount), user },
    count:
      question === undefined || counted === undefined
        ? null
        : { question: Number(question), counted: Number(counted) },
  }
}
