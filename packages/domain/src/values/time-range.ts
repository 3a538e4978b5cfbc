/** An inclusive range of times in milliseconds since the epoch; `to` is null when the range is open. */
export type TimeRange = { readonly from: number; readonly to: number | null }

const TIME_RANGE = /^(0|[1-9]\d{0,14})(?:,(0|[1-9]\d{0,14}))?$/

/** Reads `from` or `from,to` of a query string; null if it is neither or ends before it begins. */
export function parseTimeRange(text: string): TimeRange | null {
  const match = TIME_RANGE.exec(text)
  if (match === null) return null
  const from = Number(match[1])
  const to = match[2] === undefined ? null : Number(match[2])
  return to !== null && to < from ? null : { from, to }
}
