import { stat } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { hasDatabase } from '../platform/embedded-database/start.ts'
import { createSecretBox, SecretBoxError } from '../platform/secret-box.ts'
import { readSecretKey, type SecretKey, SecretKeyError, secretKeyFile } from '../platform/secret-key.ts'
import type { Database } from '../store/database.ts'
import { loadNewestSigningKeys } from '../store/signing-keys.ts'
import type { Check } from './check.ts'

export async function checkSecretKey({ storage, dataDir }: Config): Promise<Check> {
  const name = 'secret key'
  if (storage.secretKey !== null) return { name, ok: true, message: 'It comes from SECRET_KEY.' }
  const file = secretKeyFile(dataDir)
  try {
    if ((await readSecretKey(dataDir)) === null) {
      return (await hasDatabase({ dataDir }))
        ? { name, ok: false, message: `It is missing. Put it back as ${file}, or set SECRET_KEY.` }
        : { name, ok: true, message: `The first start makes it, in ${file}.` }
    }
  } catch (error) {
    if (!(error instanceof SecretKeyError)) throw error
    return { name, ok: false, message: error.message }
  }
  const isOpen = ((await stat(file)).mode & 0o077) !== 0
  const message = isOpen ? `Others can read ${file}. Run: chmod 600 ${file}` : `It is in ${file}.`
  return { name, ok: !isOpen, message }
}

/** Whether what the database keeps encrypted can be read; the schema must be up to date. */
export async function checkSigningKeys(db: Database, secretKey: SecretKey): Promise<Check> {
  const name = 'signing keys'
  const box = createSecretBox(secretKey)
  const kept = await loadNewestSigningKeys(db, systemClock.now())
  const shut = kept.filter(({ id, tenant_id, secret_box }) => {
    try {
      box.open(secret_box, { tenantId: tenant_id, purpose: 'signing-key', recordId: id })
      return false
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error
      return true
    }
  })
  const [first] = shut
  if (first === undefined) {
    const message = kept.length === 0 ? 'There are none yet.' : 'The secret key opens those that are kept.'
    return { name, ok: true, message }
  }
  const many = shut.length === kept.length ? 'none' : `not all (not that of ${first.tenant_id})`
  return {
    name,
    ok: false,
    message: `The secret key opens ${many} of those that are kept. Start with the SECRET_KEY that they were made under, or give the tenants new ones with "goodword -- signing-key roll".`,
  }
}
