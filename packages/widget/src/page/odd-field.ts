import type { Identity } from './identity.ts'

/** Never the ids, and never a signature: without it the call would mean something else. */
const OPTIONAL_FIELDS = [
  'payment_provider_id',
  'email',
  'first_name',
  'last_name',
  'locale',
  'referral_code',
  'cookie_referral_code',
  'account_status',
]

/** The identity without the optional field that the service refused; null when the refusal names no such field. */
export function withoutOddField(identity: Identity, param: string | null | undefined): Identity | null {
  if (!param || !OPTIONAL_FIELDS.includes(param) || !Object.hasOwn(identity, param)) return null
  return Object.fromEntries(Object.entries(identity).filter(([name]) => name !== param))
}
