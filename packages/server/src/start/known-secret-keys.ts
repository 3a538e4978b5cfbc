import type { Config } from '../config.ts'
import { readNextSecretKey, readSecretKey, type SecretKey } from '../platform/secrets/secret-key.ts'
import { StartError } from './start-error.ts'

/** The secret keys of the settings, without opening the database. */
export function knownSecretKeys({ storage, dataDir }: Config): readonly SecretKey[] {
  const given =
    storage.secretKey === null ? [readSecretKey(dataDir), readNextSecretKey(dataDir)] : [storage.secretKey]
  const keys = [...given.flatMap((it) => it ?? []), ...storage.previousSecretKeys]
  if (keys.length > 0) return keys
  throw new StartError(
    'There is no secret key. Set SECRET_KEY or DATA_DIR to the same value as for the service.',
  )
}
