import type { OpenCode } from '@goodword/contract/codes/code'
import type { InvitationsAnswer } from '@goodword/contract/mails/invitations'
import type { Identity } from './identity.ts'
import { openCall } from './open-call.ts'

// What the person does in the widget. No call rejects, and the service that serves this script keeps to the contract.

export type CodeChoice = 'chosen' | 'taken' | 'wrong' | 'failed'

/** Makes a code the user's own. */
export async function chooseCode(alias: string, identity: Identity, code: string): Promise<CodeChoice> {
  const { account_id, user_id, jwt } = identity
  try {
    const { ok, status } = await openCall(alias, 'code', { account_id, user_id, jwt, code }, 'PUT')
    if (ok) return 'chosen'
    if (status === 400) return 'wrong'
    return status === 409 ? 'taken' : 'failed'
  } catch {
    return 'failed'
  }
}

/** The outcome of a code: its offer in words, or the reason why it does not count. */
export type Entered =
  | { readonly kind: 'applied'; readonly text: string }
  | { readonly kind: 'invalid' | 'own' | 'already' | 'late' | 'failed' }

const outcomes: Readonly<Record<string, Exclude<Entered['kind'], 'applied'>>> = {
  REFERRAL_CODE_NOT_FOUND: 'invalid',
  PROGRAM_INACTIVE: 'invalid',
  SELF_REFERRAL: 'own',
  ALREADY_REFERRED: 'already',
  EXISTING_CUSTOMER: 'late',
}

/** Enters the code of a friend for the account of the person. */
export async function enterCode(alias: string, identity: Identity, code: string): Promise<Entered> {
  try {
    const answer = await openCall(alias, 'friend-code', { ...identity, referral_code: code })
    const body = (await answer.json()) as Pick<OpenCode, 'texts'> & { readonly apiErrorCode?: string }
    if (answer.ok) return { kind: 'applied', text: body.texts.applied }
    return { kind: outcomes[body.apiErrorCode ?? ''] ?? 'failed' }
  } catch {
    return { kind: 'failed' }
  }
}

/** The outcome of each address, or the reason why none was accepted. */
export type Invited = InvitationsAnswer | 'busy' | 'session' | 'failed'

/** Has the service invite friends; an empty first name is left as it is known. */
export async function inviteFriends(
  alias: string,
  { account_id, user_id, jwt, first_name }: Identity,
  addresses: readonly string[],
  firstName: string,
): Promise<Invited> {
  const body = { account_id, user_id, jwt, first_name: firstName || first_name, addresses }
  try {
    const answer = await openCall(alias, 'invitations', body)
    if (answer.ok) return (await answer.json()) as InvitationsAnswer
    if (answer.status === 429 || answer.status === 503) return 'busy'
    return answer.status === 401 ? 'session' : 'failed'
  } catch {
    return 'failed'
  }
}

/** Sends what the user does about themselves; null after a failure, which the user sees, and can try again. */
export async function sendOwn<Answer>(
  alias: string,
  operation: 'leaderboard' | 'mail-preferences',
  identity: Identity,
  change: object,
): Promise<Answer | null> {
  try {
    const answer = await openCall(alias, operation, { ...identity, ...change })
    return answer.ok ? ((await answer.json()) as Answer) : null
  } catch {
    return null
  }
}
