/** How a figure compares with the days before. */
export type Change = { readonly direction: 'UP' | 'DOWN' | 'SAME'; readonly text: string }

/** Below this count, a percentage would claim more than the data show. */
const MIN_BASE = 20

/**
 * The change in words: `+12%`, `no change`, or the difference where a percentage would mislead.
 *
 * @param base how many clicks, referrals or conversions the days before had.
 */
export function changeOf(
  value: number,
  before: number,
  { base, format }: { readonly base: number; readonly format: (value: number) => string },
): Change {
  if (value === before) return { direction: 'SAME', text: 'no change' }
  const direction = value > before ? 'UP' : 'DOWN'
  const sign = direction === 'UP' ? '+' : '−'
  if (before <= 0 || base < MIN_BASE) return { direction, text: `${sign}${format(Math.abs(value - before))}` }
  const percent = Math.abs(Math.round((100 * (value - before)) / before))
  return { direction, text: percent === 0 ? 'below 1%' : `${sign}${percent.toLocaleString()}%` }
}
