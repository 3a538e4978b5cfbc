/** An attempt to take money from a customer, with its time in milliseconds. */
type Attempt = { readonly createdAt: number; readonly outcome: 'succeeded' | 'failed' | 'other' }

/** How many attempts failed before the first one that succeeded; all that failed if none did. */
export function failedBeforeSuccess(attempts: readonly Attempt[]): number {
  const succeeded = attempts.filter((it) => it.outcome === 'succeeded').map((it) => it.createdAt)
  const first = Math.min(...succeeded)
  return attempts.filter((it) => it.outcome === 'failed' && it.createdAt <= first).length
}
