import type { Config } from '../config.ts'
import { readNextSecretKey, readSecretKey, type SecretKey } from '../engine/secrets/secret-key.ts'
import { StartError } from './start-error.ts'

/** The secret keys of the settings, without opening the database; none where there are none yet. */
export function givenSecretKeys({ storage, dataDir }: Config): readonly SecretKey[] {
  const given =
    storage.secretKey === null ? [readSecretKey(dataDir), readNextSecretKey(dataDir)] : [storage.secretKey]
  return [...given.flatMap((it) => it ?? []), ...storage.previousSecretKeys]
}

/** @throws StartError where there are none */
export function knownSecretKeys(config: Config): readonly SecretKey[] {
  const keys = givenSecretKeys(config)
  if (keys.length > 0) return keys
  throw new StartError(
    'There is no secret key. Set SECRET_KEY or DATA_DIR to the same value as for the service.',
  )
}
