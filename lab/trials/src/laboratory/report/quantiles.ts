export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  const lower = sorted.length % 2 === 1 ? upper : sorted[middle - 1]
  if (upper === undefined || lower === undefined) throw new Error('median of an empty list')
  return (lower + upper) / 2
}

/** The quantile of values in ascending order; 0 if there are none. */
export function quantile(sorted: ArrayLike<number>, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
