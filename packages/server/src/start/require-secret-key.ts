import { CURRENT, markOf, useNotedKeys } from '../administration/secret-keys/noted-keys.ts'
import type { Database } from '../engine/driver/database.ts'
import { systemClock } from '../engine/foundation/clock.ts'
import type { SecretKey } from '../engine/secrets/secret-key.ts'
import { secretKeyMark } from '../engine/secrets/secret-key-mark.ts'
import type { SecretKeys } from '../engine/secrets/secret-keys.ts'
import { insertSecretKeyMark, listSecretKeys, type SecretKeyRow } from '../frame/rows/secret-key-rows.ts'
import { findSealedUnderAnother } from '../referring/identification/sealed-under-another.ts'
import { StartError } from './start-error.ts'

/** The settings have no key that fits the database: another start would fail as well. */
export class SecretKeyMismatch extends StartError {}

/**
 * Uses the key that the database names, and refuses keys of which none is that one: signing keys could not be opened, and each
 * signed call would fail. `read` reads the keys anew where they are in files.
 *
 * @throws SecretKeyMismatch
 */
export async function requireSecretKey(
  db: Database,
  keys: SecretKeys,
  read: (() => readonly SecretKey[]) | null = null,
): Promise<void> {
  const rows = await listSecretKeys(db)
  // After the database: a rotation makes the file of a key before it names that key there.
  if (read !== null) keys.give(read())
  if (useNotedKeys(keys, rows) === null) throw new SecretKeyMismatch(mismatchOf(keys, rows))
}

/** Checks the keys as `requireSecretKey` does, for the owner, who stores the mark of the first key. */
export async function settleSecretKey(owner: Database, keys: SecretKeys): Promise<void> {
  if (markOf(await listSecretKeys(owner), CURRENT) === null) {
    const { opened, shut } = await findSealedUnderAnother(owner, keys, systemClock.now())
    // Set up by a release that noted no mark.
    if (opened === 0 && shut.length > 0) throw new SecretKeyMismatch(OTHER_KEY)
    await insertSecretKeyMark(owner, secretKeyMark(keys.first), systemClock.now())
  }
  await requireSecretKey(owner, keys)
}

/** Why none of the keys fits the database, as a sentence. */
export function mismatchOf(keys: SecretKeys, rows: readonly SecretKeyRow[]): string {
  const isEarlier = rows.some((it) => it.id !== CURRENT && keys.withMark(it.mark) !== null)
  return isEarlier ? EARLIER_KEY : OTHER_KEY
}

const OTHER_KEY =
  'The secret key does not match this database. Set SECRET_KEY (or the file secret-key in DATA_DIR) to ' +
  'the original key, or SECRET_KEY_PREVIOUS to rotate it; if it is lost, run "goodword-server secret-key rotate --lost" to continue with the current one.'

const EARLIER_KEY =
  'The secret key of this database was rotated, and SECRET_KEY is the key from before. Set SECRET_KEY to the new key; ' +
  'until the rotation has ended, also set SECRET_KEY_PREVIOUS to the key from before.'
