import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { EmbeddedDatabaseError, errorCode, explainingRefusals } from './errors.ts'
import { readPointer } from './pointer.ts'
import { findUnprivilegedUser, findUser, isRoot, type SystemUser } from './system-user.ts'

/** The location of a database and its system user; `user` is absent when that is the user of this process. */
export type DatabaseFiles = {
  dataDir: string
  location: string
  cluster: string
  socketFolder: string
  log: string
  user: SystemUser | undefined
}

/** Finds the location of the database of `dataDir`, without any changes. A missing database is an error. */
export async function findDatabaseFiles(dataDir: string, unprivilegedHome: string): Promise<DatabaseFiles> {
  const real = await realpath(dataDir)
  const inside = join(real, 'postgres')
  const owner = await ownerOf(join(inside, 'cluster'))
  const pointer = await readPointer(real)
  if (!isRoot()) {
    if (owner === undefined && pointer !== undefined) throw madeByRoot(real, pointer)
    return filesAt(real, inside, undefined)
  }
  // A database that an ordinary user created continues to run as that user.
  if (owner !== undefined && owner !== 0) return filesAt(real, inside, await findUser(owner))
  const location = pointer ?? join(unprivilegedHome, nameFor(real))
  const holder = await ownerOf(join(location, 'cluster'))
  if (pointer !== undefined && holder === undefined) throw databaseIsMissing(real, pointer)
  const user = holder === undefined ? await findUnprivilegedUser() : await findUser(holder)
  return filesAt(real, location, user)
}

/** Makes the folders of a database, closed to every other user. */
export async function prepareFolders(target: DatabaseFiles): Promise<void> {
  await explainingRefusals(target.location, async () => {
    await mkdir(dirname(target.location), { recursive: true, mode: 0o755 })
    await makePrivateFolder(target.location, target.user)
    await makePrivateFolder(target.socketFolder, target.user)
  })
}

async function makePrivateFolder(folder: string, user: SystemUser | undefined): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
    if (user !== undefined) await chown(folder, user.uid, user.gid)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  // Access to the socket is full access to the database, and some of these folders have names that
  // any user can create in a shared folder first.
  const found = await lstat(folder)
  const owner = user?.uid ?? process.getuid?.()
  if (!found.isDirectory() || found.uid !== owner) {
    throw new EmbeddedDatabaseError(`${folder} belongs to another user. Remove it and start again.`)
  }
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700)
}

function filesAt(dataDir: string, location: string, user: SystemUser | undefined): DatabaseFiles {
  return {
    dataDir,
    location,
    cluster: join(location, 'cluster'),
    socketFolder: socketFolderFor(location),
    log: join(location, 'server.log'),
    user,
  }
}

// A socket's path holds 107 bytes on Linux and 103 on macOS; a comma parts two folders in PostgreSQL's settings.
function socketFolderFor(location: string): string {
  const candidates = [
    join(location, 'socket'),
    join(tmpdir(), `goodword-${fingerprint(location)}`),
    join('/tmp', `goodword-${fingerprint(location)}`),
  ]
  const fits = (folder: string) => Buffer.byteLength(`${folder}/.s.PGSQL.5432`) <= 103 && !/[,"]/.test(folder)
  const folder = candidates.find(fits)
  if (folder === undefined)
    throw new EmbeddedDatabaseError(`No short enough path for the socket of ${location}.`)
  return folder
}

function nameFor(dataDir: string): string {
  const words = `${basename(dirname(dataDir))}-${basename(dataDir)}`.replaceAll(/[^A-Za-z0-9]+/g, '-')
  return `${words.slice(-40).replace(/^-/, '')}-${fingerprint(dataDir)}`
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function madeByRoot(dataDir: string, location: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The database of ${dataDir} was made by a start as root and lives in ${location}. ` +
      'Start as root again, or set DATA_DIR to another folder.',
  )
}

function databaseIsMissing(dataDir: string, location: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The database of ${dataDir} should be in ${location} and is not there. ` +
      `Put it back, or remove ${join(dataDir, 'postgres.json')} to begin with an empty one, for a restore perhaps.`,
  )
}
