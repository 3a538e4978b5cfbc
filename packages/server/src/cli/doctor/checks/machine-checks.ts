import { access, constants, stat, statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import type { Config } from '../../../config.ts'
import { readPointer } from '../../../engine/embedded-database/pointer.ts'
import { fileErrorCode } from '../../../engine/secrets/private-file.ts'
import { isPortalBuilt } from '../../../pages/portal/built-portal.ts'
import type { Check } from '../check.ts'

const GIBIBYTE = 2 ** 30
const MIN_FREE_BYTES = GIBIBYTE

/** Whether this user may keep the data where they are to be kept. */
export async function checkDataFolder({ storage, dataDir }: Config): Promise<Check> {
  const name = 'data folder'
  if (storage.kind === 'external') return { name, ok: true, message: 'Not needed with DATABASE_URL.' }
  const folder = await nearestFolder(dataDir)
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    if ((await stat(folder)).isDirectory()) return { name, ok: true, message: `${dataDir} is writable.` }
    return { name, ok: false, message: `${folder} is not a folder. Set DATA_DIR to another one.` }
  } catch (error) {
    const why = `${folder} is not writable (${fileErrorCode(error)})`
    return {
      name,
      ok: false,
      message: `${why}. Make it writable for the user that runs the service, or set DATA_DIR to another folder.`,
    }
  }
}

/** A full disk stops the database; its write-ahead log (WAL) alone may take gigabytes. */
export async function checkDisk({ storage, dataDir }: Config): Promise<Check> {
  const name = 'disk space'
  if (storage.kind === 'external')
    return { name, ok: true, message: 'Not checked: the database is at DATABASE_URL.' }
  // A start as root puts the database elsewhere.
  const location = (await readPointer(dataDir)) ?? dataDir
  const { bavail, bsize } = await statfs(await nearestFolder(location))
  const free = bavail * bsize
  const message = `${(free / GIBIBYTE).toFixed(1)} GiB are free for the database in ${location}.`
  if (free >= MIN_FREE_BYTES) return { name, ok: true, message }
  return { name, ok: false, message: `${message} Free some space: below 1 GiB the database may stop.` }
}

/** An installation by hand can leave it out; `npm start` builds it. */
export function checkPortal({ process }: Config, isBuilt = isPortalBuilt()): Check {
  const name = 'portal'
  if (process === 'worker') return { name, ok: true, message: 'Not needed with PROCESS=worker.' }
  if (isBuilt) return { name, ok: true, message: 'It is built.' }
  return {
    name,
    ok: false,
    message:
      'It is not built, so /portal answers 503. Run "npm ci && node packages/portal/build.ts" in the folder of the service, then restart it.',
  }
}

/** Links and documentation name the service by its address; behind a proxy or in a container it cannot know it. */
export function checkAddress({ baseUrl, host }: Config): Check {
  const name = 'address'
  if (baseUrl !== null) return { name, ok: true, message: `Share links use ${baseUrl}.` }
  const isForOthers = isIP(host) !== 0 && !/^(127\.|::1$)/.test(host)
  const message = isForOthers
    ? `HOST=${host} accepts connections from other machines, but share links use localhost or an IP address. Set BASE_URL to the public URL of the service.`
    : 'BASE_URL is not set, so share links work only on this machine.'
  return { name, ok: !isForOthers, message }
}

async function nearestFolder(folder: string): Promise<string> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  )
  return exists || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}
