import type { InvitationsAnswer } from '@goodword/contract/mails/invitations'
import type { Identity } from './identity.ts'

/** The outcome of each address, or the reason why none was accepted. */
export type Invited = InvitationsAnswer | 'busy' | 'session' | 'failed'

const TIMEOUT_MS = 20_000

/** Has the service invite friends; an empty first name is left as it is known. Never rejects. */
export async function inviteFriends(
  alias: string,
  { account_id, user_id, jwt, first_name }: Identity,
  addresses: readonly string[],
  firstName: string,
): Promise<Invited> {
  try {
    const answer = await fetch(`../api/v1/${alias}/open/invitations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ account_id, user_id, jwt, first_name: firstName || first_name, addresses }),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // The service that serves this script keeps to the contract.
    if (answer.ok) return (await answer.json()) as InvitationsAnswer
    if (answer.status === 429 || answer.status === 503) return 'busy'
    return answer.status === 401 ? 'session' : 'failed'
  } catch {
    return 'failed'
  }
}
