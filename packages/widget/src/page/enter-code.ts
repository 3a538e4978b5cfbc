import type { OpenCode } from '@goodword/contract/codes/code'
import type { Identity } from './identity.ts'

/** The outcome of a code: its offer in words, or the reason why it does not count. */
export type Entered =
  | { readonly kind: 'applied'; readonly text: string }
  | { readonly kind: 'invalid' | 'own' | 'already' | 'late' | 'failed' }

const TIMEOUT_MS = 20_000

const outcomes: Readonly<Record<string, Exclude<Entered['kind'], 'applied'>>> = {
  REFERRAL_CODE_NOT_FOUND: 'invalid',
  PROGRAM_INACTIVE: 'invalid',
  SELF_REFERRAL: 'own',
  ALREADY_REFERRED: 'already',
  EXISTING_CUSTOMER: 'late',
}

/** Enters the code of a friend for the account of the person. Never rejects. */
export async function enterCode(alias: string, identity: Identity, code: string): Promise<Entered> {
  try {
    const answer = await fetch(`../api/v1/${alias}/open/friend-code`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...identity, referral_code: code }),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // The service that serves this script keeps to the contract.
    const body = (await answer.json()) as Pick<OpenCode, 'texts'> & { readonly apiErrorCode?: string }
    if (answer.ok) return { kind: 'applied', text: body.texts.applied }
    return { kind: outcomes[body.apiErrorCode ?? ''] ?? 'failed' }
  } catch {
    return { kind: 'failed' }
  }
}
