const MAX_CODE_POINTS = 256
const CONTROL_CHARACTER = /\p{Cc}/u

/**
 * Whether a text is what every id, name and e-mail must be: 1 to 256 code points, well-formed Unicode,
 * no control characters (C0, DEL, C1).
 *
 * PostgreSQL refuses U+0000, and two different lone surrogates become the same bytes in UTF-8: two people would
 * share one id.
 */
export function isShortText(text: string): boolean {
  return (
    text !== '' && hasAtMost(MAX_CODE_POINTS, text) && text.isWellFormed() && !CONTROL_CHARACTER.test(text)
  )
}

function hasAtMost(maxCodePoints: number, text: string): boolean {
  if (text.length <= maxCodePoints) return true
  // A code point takes at most two units, so a hostile megabyte is never walked.
  if (text.length > 2 * maxCodePoints) return false
  return Array.from(text).length <= maxCodePoints
}
