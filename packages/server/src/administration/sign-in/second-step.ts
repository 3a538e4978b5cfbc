import { Refusal } from '@goodword/contract/frame/refusal'
import type { StaffId } from '@goodword/domain/values/ids'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import { systemClock } from '../../engine/foundation/clock.ts'
import { clientNetwork } from '../../engine/network/client-network.ts'
import type { Context } from '../../frame/context.ts'
import { insertUsedCode } from '../rows/used-codes.ts'
import { tokenHash } from './one-time-token.ts'
import { staffAuth } from './staff-auth.ts'

/** Who gave the right password in this browser and has to enter a code; null for others. */
export async function pendingSignIn(ctx: Context, headers: Headers): Promise<StaffId | null> {
  const { api } = await staffAuth(ctx)
  const { staffId } = await api.readPendingSignIn({ headers })
  // Only the library writes there, the ID of a person of staff.
  return staffId === null ? null : (staffId as StaffId)
}

/** Longer than a code of an authenticator app is valid: its own 30 seconds, and as long before and after. */
const VALID_MS = 120_000

/** Uses up a code that was found right; false when it was used before. */
export function useCode({ db }: Context, staffId: StaffId, code: string): Promise<boolean> {
  const now = systemClock.now()
  const hash = tokenHash(code)
  return inDirectory(db, (tx) => insertUsedCode(tx, { staffId, hash, now, since: now - VALID_MS }))
}

/**
 * The number of wrong codes for an account after which an address can enter no more for a day. Who has the password
 * keeps its owner out by that only from more than five addresses, when the library locks the account for all.
 */
const MAX_WRONG_CODES = 10
const DAY_MS = 86_400_000
/** Entries older than a day are deleted beyond this number. */
const MAX_ENTRIES = 10_000

/** @throws Refusal TOO_MANY_REQUESTS for an address from which too many wrong codes for an account came */
export function refuseAfterWrongCodes(ctx: Context, staffId: StaffId, address: string): void {
  const found = ctx.singleton(wrongCodes).get(keyOf(staffId, address))
  const now = systemClock.now()
  if (found === undefined || found.count < MAX_WRONG_CODES || found.since <= now - DAY_MS) return
  const retryAfterSeconds = Math.ceil((found.since + DAY_MS - now) / 1000)
  const message =
    'Too many wrong codes came from this address. Use a passkey, sign in elsewhere, or ask the operator to remove the second factor.'
  throw new Refusal('TOO_MANY_REQUESTS', message, null, retryAfterSeconds)
}

export function countWrongCode(ctx: Context, staffId: StaffId, address: string): void {
  const counts = ctx.singleton(wrongCodes)
  const now = systemClock.now()
  if (counts.size >= MAX_ENTRIES) {
    for (const [key, { since }] of counts) if (since <= now - DAY_MS) counts.delete(key)
  }
  const key = keyOf(staffId, address)
  const found = counts.get(key)
  const isPresent = found !== undefined && found.since > now - DAY_MS
  counts.set(key, isPresent ? { ...found, count: found.count + 1 } : { count: 1, since: now })
}

/** A right code shows that the person is at this address. */
export function forgetWrongCodes(ctx: Context, staffId: StaffId, address: string): void {
  ctx.singleton(wrongCodes).delete(keyOf(staffId, address))
}

function wrongCodes(): Map<string, { readonly count: number; readonly since: number }> {
  return new Map()
}

function keyOf(staffId: StaffId, address: string): string {
  return `${staffId} ${clientNetwork(address)}`
}
