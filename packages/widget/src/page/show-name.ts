import type { Identity } from './identity.ts'

const TIMEOUT_MS = 20_000

/** Sends the user's choice whether to be on the leaderboard, and returns what the service keeps; null after a failure. */
export async function showName(alias: string, identity: Identity, show: boolean): Promise<boolean | null> {
  try {
    const answer = await fetch(`../api/v1/${alias}/open/leaderboard`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...identity, show }),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) return null
    // The service that serves this script keeps to the contract.
    return ((await answer.json()) as { readonly isShown: boolean }).isShown
  } catch {
    // The visitor sees that the choice was not kept, and can try again.
    return null
  }
}
