import { Refusal } from '@goodword/contract/frame/refusal'
import { type Scope, scopes } from '@goodword/domain/staff/scope'

/** The caller that changes keys of a tenant. */
export type KeyCaller = {
  /** The scopes that the caller has, and can give. */
  readonly scopes: readonly Scope[]
  /** When the caller stops working, which no key that it creates outlives; null for never. */
  readonly expiresAt: number | null
  /** People do not need a key to come back; limits on the number of keys are not for the operator. */
  readonly kind: 'API_KEY' | 'STAFF' | 'OPERATOR'
}

export const operatorCaller: KeyCaller = { scopes, expiresAt: null, kind: 'OPERATOR' }

/** @throws Refusal INSUFFICIENT_SCOPE for scopes that the caller does not have */
export function refuseMoreScopes(caller: KeyCaller, wanted: readonly Scope[]): void {
  const missing = wanted.filter((scope) => !caller.scopes.includes(scope))
  if (missing.length === 0) return
  const names = missing.map((scope) => `"${scope}"`).join(', ')
  throw new Refusal(
    'INSUFFICIENT_SCOPE',
    `The API key lacks the scope ${names}, so it cannot create or roll a key that has it. Use a key with all these scopes.`,
  )
}

/** @throws Refusal VALIDATION_FAILED for a key that would outlive the key that creates it */
export function refuseLongerLife({ expiresAt }: KeyCaller, wanted: number | null): void {
  if (expiresAt === null || (wanted !== null && wanted <= expiresAt)) return
  throw new Refusal(
    'VALIDATION_FAILED',
    `The API key expires at ${expiresAt}, so a key that it creates needs a "dateExpires" no later than that.`,
    'dateExpires',
  )
}
