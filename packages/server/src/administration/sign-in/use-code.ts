import type { StaffId } from '@goodword/domain/values/ids'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import { systemClock } from '../../engine/foundation/clock.ts'
import type { Context } from '../../frame/context.ts'
import { insertUsedCode } from '../rows/used-codes.ts'
import { tokenHash } from './one-time-token.ts'

/** Longer than a code of an authenticator app is valid: its own 30 seconds, and as long before and after. */
const VALID_MS = 120_000

/** Uses up a code that was found right; false when it was used before. */
export function useCode({ db }: Context, staffId: StaffId, code: string): Promise<boolean> {
  const now = systemClock.now()
  const hash = tokenHash(code)
  return inDirectory(db, (tx) => insertUsedCode(tx, { staffId, hash, now, since: now - VALID_MS }))
}
