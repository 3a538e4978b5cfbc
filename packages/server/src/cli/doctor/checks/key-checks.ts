import { stat } from 'node:fs/promises'
import { CURRENT, markOf, ROTATING, useNotedKeys } from '../../../administration/secret-keys/noted-keys.ts'
import { loadConnection } from '../../../billing/rows/connections.ts'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../engine/driver/database.ts'
import { hasDatabase } from '../../../engine/embedded-database/start.ts'
import { systemClock } from '../../../engine/foundation/clock.ts'
import { readSecretKey, SecretKeyError, secretKeyFile } from '../../../engine/secrets/secret-key.ts'
import type { SecretKeys } from '../../../engine/secrets/secret-keys.ts'
import type { Context } from '../../../frame/context.ts'
import { listSecretKeys } from '../../../frame/rows/secret-key-rows.ts'
import { allTenantIds } from '../../../frame/rows/tenant-ids.ts'
import { findSealedUnderAnother } from '../../../referring/identification/sealed-under-another.ts'
import type { OpenStorage } from '../../../start/open-storage.ts'
import { mismatchOf } from '../../../start/require-secret-key.ts'
import type { Check } from '../check.ts'

export async function checkSecretKey({ storage, dataDir }: Config): Promise<Check> {
  const name = 'secret key'
  if (storage.secretKey !== null) return { name, ok: true, message: 'SECRET_KEY is set.' }
  const file = secretKeyFile(dataDir)
  try {
    if (readSecretKey(dataDir) === null) {
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

/** Whether one of the secret keys is that of the database, which is used then; the schema must be up to date. */
export async function checkKeyMark(
  db: Database,
  { keys, readKeys }: Pick<OpenStorage, 'keys' | 'readKeys'>,
): Promise<Check> {
  const name = 'secret key of the database'
  const rows = await listSecretKeys(db)
  const noted = markOf(rows, CURRENT)
  if (noted === null) return { name, ok: true, message: 'The next start records which key is in use.' }
  if (useNotedKeys(keys, rows) === null) return { name, ok: false, message: mismatchOf(keys, rows) }
  if (markOf(rows, ROTATING) !== null) return { name, ok: false, message: UNFINISHED }
  if (!keys.first.equals(keys.current)) return { name, ok: false, message: NOT_ROTATED }
  const left = readKeys === null ? PREVIOUS_LEFT : NEXT_LEFT
  const advice = keys.all.length > 1 ? left : ''
  return { name, ok: true, message: `It matches the database (mark ${noted}).${advice}` }
}

const UNFINISHED =
  'A rotation has begun and not ended: some values are still encrypted under the key from before. Run "goodword-server secret-key rotate", which continues it.'

const NOT_ROTATED =
  'The database still uses a key of SECRET_KEY_PREVIOUS. When all processes have both keys, run "goodword-server secret-key rotate".'

const NEXT_LEFT = ' A rotation was interrupted before it began: run "goodword-server secret-key rotate".'

const PREVIOUS_LEFT = ' The rotation has ended: remove SECRET_KEY_PREVIOUS, and restart all processes.'

/** Whether payment processors may still call notification URLs of a key from before a rotation; the schema must be up to date. */
export async function checkNotificationUrls(ctx: Context): Promise<Check> {
  const name = 'notification URLs'
  const current = markOf(await listSecretKeys(ctx.db), CURRENT)
  const earlier: string[] = []
  for await (const tenantId of allTenantIds(ctx.db)) {
    const connection = await ctx.readTenant(tenantId, loadConnection)
    if (connection === null || connection.hook_mark === null || connection.hook_mark === current) continue
    earlier.push(tenantId)
  }
  if (earlier.length === 0) return { name, ok: true, message: 'All follow from the present secret key.' }
  const named = earlier.slice(0, SHOWN).join(', ')
  const more = earlier.length > SHOWN ? ` and ${earlier.length - SHOWN} more` : ''
  const message = `The payment processor of ${named}${more} may still call the URL of the secret key from before. Replace it there by the "webhookUrl" of "connection show"; it ends when a notification arrives at that, or with "secret-key rotate --end-old-urls".`
  return { name, ok: true, message }
}

const SHOWN = 20

/** Whether what the database keeps encrypted can be read; the schema must be up to date. */
export async function checkSigningKeys(db: Database, keys: SecretKeys): Promise<Check> {
  const name = 'signing keys'
  const { opened, shut } = await findSealedUnderAnother(db, keys, systemClock.now())
  const [first] = shut
  if (first === undefined) {
    const message = opened === 0 ? 'There are none yet.' : 'All signing keys can be decrypted.'
    return { name, ok: true, message }
  }
  const many = opened === 0 ? 'none' : `not all (not the key of ${first})`
  return {
    name,
    ok: false,
    message: `The secret key can decrypt ${many} of the signing keys. Start with the SECRET_KEY they were created with, or roll them with "goodword-server signing-key roll".`,
  }
}
