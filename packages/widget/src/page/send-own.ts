import type { Identity } from './identity.ts'

const TIMEOUT_MS = 20_000

/** Sends what the user does about themselves; null after a failure, which the user sees, and can try again. */
export async function sendOwn<Answer>(
  alias: string,
  operation: 'leaderboard' | 'mail-preferences',
  identity: Identity,
  change: object,
): Promise<Answer | null> {
  try {
    const answer = await fetch(`../api/v1/${alias}/open/${operation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...identity, ...change }),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // The service that serves this script keeps to the contract.
    return answer.ok ? ((await answer.json()) as Answer) : null
  } catch {
    return null
  }
}
