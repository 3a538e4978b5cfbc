import { stat } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { findSealedUnderAnother } from '../../operations/identification/sealed-under-another.ts'
import { systemClock } from '../../platform/clock.ts'
import { hasDatabase } from '../../platform/embedded-database/start.ts'
import {
  readSecretKey,
  type SecretKey,
  SecretKeyError,
  secretKeyFile,
} from '../../platform/secrets/secret-key.ts'
import { secretKeyMark } from '../../platform/secrets/secret-key-mark.ts'
import { OTHER_KEY } from '../../start/require-secret-key.ts'
import { findSecretKeyMark } from '../../store/directory/secret-key-mark.ts'
import type { Database } from '../../store/driver/database.ts'
import type { Check } from './check.ts'

export async function checkSecretKey({ storage, dataDir }: Config): Promise<Check> {
  const name = 'secret key'
  if (storage.secretKey !== null) return { name, ok: true, message: 'SECRET_KEY is set.' }
  const file = secretKeyFile(dataDir)
  try {
    if ((await readSecretKey(dataDir)) === null) {
      return (await hasDatabase({ dataDir }))
        ? { name, ok: false, message: `The secret key is missing. Restore ${file}, or set SECRET_KEY.` }
        : { name, ok: true, message: `The first start creates it in ${file}.` }
    }
  } catch (error) {
    if (!(error instanceof SecretKeyError)) throw error
    return { name, ok: false, message: error.message }
  }
  const isOpen = ((await stat(file)).mode & 0o077) !== 0
  const message = isOpen ? `Other users can read ${file}. Run: chmod 600 ${file}` : `It is in ${file}.`
  return { name, ok: !isOpen, message }
}

/** Whether the secret key is the one that the database was set up with; the schema must be up to date. */
export async function checkKeyMark(db: Database, secretKey: SecretKey): Promise<Check> {
  const name = 'secret key of the database'
  const noted = await findSecretKeyMark(db)
  if (noted === null) return { name, ok: true, message: 'The next start records which key is in use.' }
  if (noted !== secretKeyMark(secretKey)) return { name, ok: false, message: OTHER_KEY }
  return { name, ok: true, message: 'It matches the database.' }
}

/** Whether what the database keeps encrypted can be read; the schema must be up to date. */
export async function checkSigningKeys(db: Database, secretKey: SecretKey): Promise<Check> {
  const name = 'signing keys'
  const { opened, shut } = await findSealedUnderAnother(db, secretKey, systemClock.now())
  const [first] = shut
  if (first === undefined) {
    const message = opened === 0 ? 'There are none yet.' : 'All signing keys can be decrypted.'
    return { name, ok: true, message }
  }
  const many = opened === 0 ? 'none' : `not all (not the key of ${first})`
  return {
    name,
    ok: false,
    message: `The secret key can decrypt ${many} of the signing keys. Start with the SECRET_KEY they were created with, or roll them with "goodword -- signing-key roll".`,
  }
}
