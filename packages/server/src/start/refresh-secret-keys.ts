import type { Database } from '../store/driver/database.ts'
import type { OpenStorage } from './open-storage.ts'
import { requireSecretKey } from './require-secret-key.ts'

/**
 * Reads again which of the secret keys is the current one, which a rotation changes while processes are at work.
 *
 * @throws SecretKeyMismatch if it is none that this process has
 */
export async function refreshSecretKeys(
  db: Database,
  { keys, readKeys }: Pick<OpenStorage, 'keys' | 'readKeys'>,
): Promise<void> {
  if (readKeys !== null) keys.give(readKeys())
  await requireSecretKey(db, keys)
}
