/** The marks of a vertical axis of whole numbers, at most five. */
export function wholeTicks(largest: number): readonly number[] {
  const step = Math.max(1, niceStep(largest / 4))
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_, index) => index * step)
}

/** The next of 1, 2, 5, 10, 20, 50 … */
function niceStep(rough: number): number {
  if (rough <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((it) => it * power >= rough) ?? 10
  return factor * power
}

const seriesColors = [
  'var(--color-series-1)',
  'var(--color-series-2)',
  'var(--color-series-3)',
  'var(--color-series-4)',
] as const

export function seriesColor(index: number): string {
  return seriesColors[index % seriesColors.length] ?? seriesColors[0]
}
