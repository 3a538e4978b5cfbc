import type { Identity } from './identity.ts'

export type CodeChoice = 'chosen' | 'taken' | 'wrong' | 'failed'

const TIMEOUT_MS = 20_000

/** Makes a code the user's own. Never rejects. */
export async function chooseCode(alias: string, identity: Identity, code: string): Promise<CodeChoice> {
  const { account_id, user_id, jwt } = identity
  try {
    const answer = await fetch(`../api/v1/${alias}/open/code`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ account_id, user_id, jwt, code }),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.ok) return 'chosen'
    if (answer.status === 400) return 'wrong'
    return answer.status === 409 ? 'taken' : 'failed'
  } catch {
    return 'failed'
  }
}
