import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { readSecretKey, SecretKeyError, secretKeyFile } from '../platform/secret-key.ts'
import type { Check } from './check.ts'

const GIBIBYTE = 2 ** 30
const LEAST_FREE_BYTES = GIBIBYTE

export async function checkSecretKey({ storage, dataDir }: Config): Promise<Check> {
  const name = 'secret key'
  if (storage.secretKey !== null) return { name, ok: true, message: 'It comes from SECRET_KEY.' }
  try {
    if ((await readSecretKey(dataDir)) === null) {
      return { name, ok: true, message: `The first start makes it, in ${secretKeyFile(dataDir)}.` }
    }
  } catch (error) {
    if (!(error instanceof SecretKeyError)) throw error
    return { name, ok: false, message: error.message }
  }
  const file = secretKeyFile(dataDir)
  const isOpen = ((await stat(file)).mode & 0o077) !== 0
  const message = isOpen ? `Others can read ${file}. Run: chmod 600 ${file}` : `It is in ${file}.`
  return { name, ok: !isOpen, message }
}

/** A full disk stops the database; its log of changes alone may take gigabytes. */
export async function checkDisk({ storage, dataDir }: Config): Promise<Check> {
  const name = 'disk space'
  if (storage.kind === 'external') return { name, ok: true, message: 'The data is with DATABASE_URL.' }
  const { bavail, bsize } = await statfs(await nearestFolder(dataDir))
  const free = bavail * bsize
  const message = `${(free / GIBIBYTE).toFixed(1)} GiB are free for DATA_DIR.`
  if (free >= LEAST_FREE_BYTES) return { name, ok: true, message }
  return { name, ok: false, message: `${message} Make room: below 1 GiB the database may stop.` }
}

async function nearestFolder(folder: string): Promise<string> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  )
  return exists || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}
