import { findSealedUnderAnother } from '../operations/identification/sealed-under-another.ts'
import { systemClock } from '../platform/clock.ts'
import type { SecretKey } from '../platform/secrets/secret-key.ts'
import { secretKeyMark } from '../platform/secrets/secret-key-mark.ts'
import { findSecretKeyMark, insertSecretKeyMark } from '../store/directory/secret-key-mark.ts'
import type { Database } from '../store/driver/database.ts'
import { StartError } from './start-error.ts'

/**
 * Refuses a secret key that is not the one the database was set up with: signing keys could not be opened, and each
 * signed call would fail.
 */
export async function requireSecretKey(db: Database, secretKey: SecretKey): Promise<void> {
  const noted = await findSecretKeyMark(db)
  if (noted !== null && noted !== secretKeyMark(secretKey)) throw new StartError(OTHER_KEY)
}

/** The same for the owner, who notes the mark of the first key. */
export async function settleSecretKey(owner: Database, secretKey: SecretKey): Promise<void> {
  if ((await findSecretKeyMark(owner)) === null) {
    const { opened, shut } = await findSealedUnderAnother(owner, secretKey, systemClock.now())
    // Set up by a release that noted no mark.
    if (opened === 0 && shut.length > 0) throw new StartError(OTHER_KEY)
    await insertSecretKeyMark(owner, secretKeyMark(secretKey), systemClock.now())
  }
  await requireSecretKey(owner, secretKey)
}

export const OTHER_KEY =
  'The secret key does not match this database. Set SECRET_KEY (or the file secret-key in DATA_DIR) to ' +
  'the original key; if it is lost, run "goodword -- secret-key replace" to continue with the current one.'
