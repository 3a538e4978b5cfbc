import { createHmac } from 'node:crypto'
import { loggedHashKey } from './derived-secret.ts'
import type { SecretKey } from './secret-key.ts'

export type LoggedKind = 'account' | 'code' | 'customer'

/** A keyed hash by which log lines about an account, a referral code or a customer are found, and from which none is read. */
export type HashLogged = (tenantAlias: string, kind: LoggedKind, value: string) => string

const BYTES = 16

export function loggedHash(secretKey: SecretKey): HashLogged {
  return (tenantAlias, kind, value) => {
    const hash = createHmac('sha256', loggedHashKey(secretKey, tenantAlias))
    hash.update(JSON.stringify([kind, kind === 'code' ? normalizedCode(value) : value]))
    return hash.digest().subarray(0, BYTES).toString('base64url')
  }
}

/** Codes are compared without blanks around them and in upper case, also those that no code can be. */
function normalizedCode(value: string): string {
  return value.trim().toUpperCase()
}
