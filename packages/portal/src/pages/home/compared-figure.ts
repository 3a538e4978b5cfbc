/** How a figure compares with the days before: in percent, rounded; null where there was nothing to compare with. */
export type Change = { readonly percent: number | null; readonly isUp: boolean; readonly isSame: boolean }

export function changeOf(value: number, before: number): Change {
  const isSame = value === before
  const percent = before <= 0 ? null : Math.round((100 * (value - before)) / before)
  return { percent: isSame ? 0 : percent, isUp: value > before, isSame }
}

/** The change in words: `+12%`, `no change`, or the value before where a percentage says nothing. */
export function changeText({ percent, isSame }: Change): string {
  if (isSame) return 'no change'
  if (percent === null) return 'none before'
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±'
  return `${sign}${Math.abs(percent).toLocaleString()}%`
}
