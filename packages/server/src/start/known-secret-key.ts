import type { Config } from '../config.ts'
import { readSecretKey, type SecretKey } from '../platform/secrets/secret-key.ts'
import { StartError } from './start-error.ts'

/** The secret key of the settings, without opening the database. */
export async function knownSecretKey({ storage, dataDir }: Config): Promise<SecretKey> {
  const key = storage.secretKey ?? (await readSecretKey(dataDir))
  if (key !== null) return key
  throw new StartError(
    'There is no secret key. Set SECRET_KEY or DATA_DIR to the same value as for the service.',
  )
}
