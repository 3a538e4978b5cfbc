import { access, constants, stat, statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { readPointer } from '../platform/embedded-database/pointer.ts'
import { fileErrorCode } from '../platform/private-file.ts'
import type { Check } from './check.ts'

const GIBIBYTE = 2 ** 30
const LEAST_FREE_BYTES = GIBIBYTE

/** Whether this user may keep the data where they are to be kept. */
export async function checkDataFolder({ storage, dataDir }: Config): Promise<Check> {
  const name = 'data folder'
  if (storage.kind === 'external') return { name, ok: true, message: 'None is needed with DATABASE_URL.' }
  const folder = await nearestFolder(dataDir)
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    if ((await stat(folder)).isDirectory()) return { name, ok: true, message: `${dataDir} can be written.` }
    return { name, ok: false, message: `${folder} is no folder. Choose another one with DATA_DIR.` }
  } catch (error) {
    const why = `${folder} cannot be written (${fileErrorCode(error)})`
    return {
      name,
      ok: false,
      message: `${why}. Give it to the user that runs the service, or choose another one with DATA_DIR.`,
    }
  }
}

/** A full disk stops the database; its log of changes alone may take gigabytes. */
export async function checkDisk({ storage, dataDir }: Config): Promise<Check> {
  const name = 'disk space'
  if (storage.kind === 'external') return { name, ok: true, message: 'The data is with DATABASE_URL.' }
  // A start as root puts the database elsewhere.
  const location = (await readPointer(dataDir)) ?? dataDir
  const { bavail, bsize } = await statfs(await nearestFolder(location))
  const free = bavail * bsize
  const message = `${(free / GIBIBYTE).toFixed(1)} GiB are free for the database in ${location}.`
  if (free >= LEAST_FREE_BYTES) return { name, ok: true, message }
  return { name, ok: false, message: `${message} Make room: below 1 GiB the database may stop.` }
}

/** Links and documentation name the service by its address; behind a proxy or in a container it cannot know it. */
export function checkAddress({ baseUrl, host }: Config): Check {
  const name = 'address'
  if (baseUrl !== null) return { name, ok: true, message: `Links lead to ${baseUrl}.` }
  const isForOthers = isIP(host) !== 0 && !/^(127\.|::1$)/.test(host)
  const message = isForOthers
    ? `HOST=${host} lets others in, and links lead to localhost or to a bare address. Set BASE_URL to what people call the service by.`
    : 'Without BASE_URL links lead to this machine alone.'
  return { name, ok: !isForOthers, message }
}

async function nearestFolder(folder: string): Promise<string> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  )
  return exists || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}
