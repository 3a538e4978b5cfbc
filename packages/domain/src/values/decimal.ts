/**
 * The integer `value × 10^decimals` if `value` has at most that many decimals, otherwise null.
 *
 * A number counts as having them if it is the double nearest to such a decimal: 19.99 passes with two, 0.1 + 0.2
 * does not. Exact while `|value| × 10^decimals` stays below 2^50; the caller checks the range first.
 */
export function scaledInteger(value: number, decimals: number): number | null {
  const factor = 10 ** decimals
  const scaled = Math.round(value * factor)
  if (scaled / factor !== value) return null
  // Adding 0 turns -0, which JSON can carry, into 0.
  return scaled + 0
}
