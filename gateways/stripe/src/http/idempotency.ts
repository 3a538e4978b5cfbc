import type { StripeAccount } from '../model/account.ts'
import type { StoredRequest } from '../model/stored-request.ts'
import { ApiError } from '../wire/api-error.ts'

const DAY_MS = 86_400_000
const MAX_KEY_LENGTH = 255

/** What a request with an idempotency key is compared by. */
export type Keyed = { readonly key: string; readonly path: string; readonly fingerprint: string }

/**
 * What was answered to a request before; null for a new one. A key is remembered for 24 hours of the account's clock.
 * @throws {ApiError} 400 for a key that belongs to another request
 */
export function storedAnswer(
  account: StripeAccount,
  { key, path, fingerprint }: Keyed,
  nowMs: number,
): StoredRequest | null {
  if (key.length > MAX_KEY_LENGTH) {
    const message = `Idempotency keys can have up to ${MAX_KEY_LENGTH} characters.`
    throw new ApiError(400, 'invalid_request_error', message)
  }
  const stored = account.requests.get(key)
  if (stored === undefined) return null
  if (nowMs - stored.at >= DAY_MS) {
    account.requests.delete(key)
    return null
  }
  if (stored.path !== path) {
    const message = `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${stored.path}'). Try using a key other than '${key}' if you meant to execute a different request.`
    throw new ApiError(400, 'idempotency_error', message)
  }
  if (stored.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    throw new ApiError(400, 'idempotency_error', message)
  }
  return stored
}

/** Requests with a key that wait, for a fault rule say, and have no answer yet. */
const inFlight = new WeakMap<StripeAccount, Set<string>>()

/** Marks a key as in use until the returned function is called. @throws {ApiError} 409 when it is in use */
export function useKey(account: StripeAccount, key: string): () => void {
  const keys = inFlight.get(account) ?? new Set()
  inFlight.set(account, keys)
  if (keys.has(key)) {
    const message = `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`
    throw new ApiError(409, 'idempotency_error', message, { code: 'idempotency_key_in_use' })
  }
  keys.add(key)
  return () => keys.delete(key)
}
