import { spawn } from 'node:child_process'
import { mkdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { type Binaries, copyBinaries, findBinaries, useBinaries } from './binaries.ts'
import {
  clusterVersion,
  couldNotRun,
  ensureCluster,
  explainFailure,
  owner,
  readLog,
  runAs,
} from './cluster.ts'
import { type DatabaseFiles, findDatabaseFiles, prepareFolders } from './database-files.ts'
import { DataDirectoryBusy, errorCode, explainingRefusals } from './errors.ts'
import { writePointer } from './pointer.ts'
import { findPostmaster, nameOfThisLauncher, readPidFile, stopPostmaster } from './postmaster.ts'
import { SHARED_USER } from './system-user.ts'

const stillLocked = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/

export type EmbeddedDatabaseOptions = {
  dataDir: string
  onProgress?: (line: string) => void
  /** PostgreSQL settings that take the place of our defaults. */
  settings?: Record<string, string>
  /** Where a start as root puts databases, because PostgreSQL refuses root. */
  unprivilegedHome?: string
}

export type EmbeddedDatabase = {
  connection: Connection
  /** The folder where the database really lives. */
  location: string
  /** An earlier start had left its server running, which this one took over. */
  adopted: boolean
  /** Stops the server: open transactions are rolled back, committed ones are durable. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that comes with the packages on the data in `dataDir`, and starts it again should
 * it end by itself. Throws `DataDirectoryBusy` when another process has it, and `EmbeddedDatabaseError`,
 * with what to do, when it cannot run. It ends with this process, also when this process is killed.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const report = options.onProgress ?? (() => {})
  const dataDir = resolve(options.dataDir)
  const opening = await explainingRefusals(dataDir, async () => {
    await makeDataDir(dataDir)
    const files = await findDatabaseFiles(dataDir, homeOf(options))
    await prepareFolders(files)
    const binaries = await readyBinaries(files)
    await ensureCluster(files, binaries, report)
    if (livesElsewhere(files)) await announce(files, report)
    return { files, binaries, settings: options.settings ?? {}, again: false, report }
  })
  return keepOpen(opening)
}

/** How to reach the database of `dataDir` while another process runs it; undefined when none does. */
export async function findRunningDatabase(
  options: Pick<EmbeddedDatabaseOptions, 'dataDir' | 'unprivilegedHome'>,
): Promise<Connection | undefined> {
  return explainingRefusals(options.dataDir, async () => {
    await makeDataDir(resolve(options.dataDir))
    const { cluster } = await findDatabaseFiles(options.dataDir, homeOf(options))
    const running = await findPostmaster(cluster)
    return running?.launcher === undefined ? undefined : connectionTo(running.socketFolder)
  })
}

/** Whether the data directory has a database, running or not. */
export async function hasDatabase(
  options: Pick<EmbeddedDatabaseOptions, 'dataDir' | 'unprivilegedHome'>,
): Promise<boolean> {
  return (await findDatabase(options)) !== null
}

/** The folder of the database of the data directory, running or not; null when there is none. */
export async function findDatabase(
  options: Pick<EmbeddedDatabaseOptions, 'dataDir' | 'unprivilegedHome'>,
): Promise<string | null> {
  return explainingRefusals(options.dataDir, async () => {
    await makeDataDir(resolve(options.dataDir))
    const files = await findDatabaseFiles(options.dataDir, homeOf(options))
    return (await clusterVersion(files)) === undefined ? null : files.location
  })
}

async function keepOpen(opening: Opening): Promise<EmbeddedDatabase> {
  const { files, report } = opening
  let server = await openServer(opening)
  const { adopted } = server
  const stopping = new AbortController()
  const watching = watch()
  return {
    connection: connectionTo(files.socketFolder),
    location: files.location,
    adopted,
    async stop() {
      stopping.abort()
      await server.stop()
      await watching
      // A short path in a shared place, when the location's own was too long: leave nothing there.
      if (dirname(files.socketFolder) !== files.location) await rmdir(files.socketFolder).catch(() => {})
    },
  }

  async function watch(): Promise<void> {
    for (;;) {
      await server.exited
      if (stopping.signal.aborted) return
      report('The database server ended by itself; starting it again …')
      const next = await reopen(opening, stopping.signal)
      if (next === undefined) return
      server = next
      // Stopped during its start.
      if (stopping.signal.aborted) return server.stop()
    }
  }
}

/**
 * Tries for as long as it takes: the reason, for example a full disk, may be removed meanwhile.
 * Gives up when another process has the database, and when it is stopped.
 */
async function reopen(opening: Opening, giveUp: AbortSignal) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openServer({ ...opening, again: true })
    } catch (error) {
      opening.report(error instanceof Error ? error.message : String(error))
      if (error instanceof DataDirectoryBusy) return undefined
      await pause(Math.min(1000 * attempt, MAX_PAUSE_MS), undefined, { signal: giveUp }).catch(() => {})
      if (giveUp.aborted) return undefined
    }
  }
}

const MAX_PAUSE_MS = 15_000

// Closed to others; the folders above it, which may be shared, are made as the system makes folders.
async function makeDataDir(dataDir: string): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
}

async function readyBinaries(files: DatabaseFiles): Promise<Binaries> {
  const found = await findBinaries()
  // Another user may not be able to read where npm put them.
  if (files.user !== undefined) return copyBinaries(found, dirname(files.location))
  return useBinaries(found, files.dataDir)
}

function livesElsewhere(files: DatabaseFiles): boolean {
  return dirname(files.location) !== files.dataDir
}

async function announce(files: DatabaseFiles, report: (line: string) => void): Promise<void> {
  await writePointer(files.dataDir, files.location)
  report(
    `The database lives in ${files.location} and runs as ${files.user?.name}, because PostgreSQL refuses root.`,
  )
  if (files.user?.name === SHARED_USER) report(SHARED_USER_WARNING)
}

const SHARED_USER_WARNING =
  'Other programs that run as nobody can read this database. Create a user "goodword" for it and move the data there by a backup, ' +
  'or start as an ordinary user.'

function homeOf({ unprivilegedHome }: Pick<EmbeddedDatabaseOptions, 'unprivilegedHome'>): string {
  return unprivilegedHome ?? '/var/lib/goodword'
}

type OpenServer = ServerProcess & { adopted: boolean }

/** The input of a start; `again` when this process had the database already and lost its server. */
type Opening = {
  files: DatabaseFiles
  binaries: Binaries
  settings: Record<string, string>
  again: boolean
  report: (line: string) => void
}

/** Starts the server of a cluster, taking over one that was left behind; refuses one in use. */
async function openServer(opening: Opening): Promise<OpenServer> {
  const { files, binaries, settings } = opening
  const adopted = await takeOverLeftServer(opening)
  for (let attempt = 1; ; attempt++) {
    const server = await launchServer(files, binaries, settings)
    if (await isOurs(files, server)) return { ...server, adopted }
    // PostgreSQL's own lock decided between two starts. It is checked first, because the winner logs to the same file.
    await pause(200)
    await rejectIfInUse(opening)
    const output = await readLog(files.log)
    // Or processes of a killed server are still running.
    // Another start renames the log, and may take the line about the lock along.
    const isLocked = stillLocked.test(output) || (await readPidFile(files.cluster)).join('') !== ''
    if (!isLocked || attempt === 25) {
      throw explainFailure('The database could not be started', files.location, output)
    }
    await removeForeignPidFile(files.cluster)
  }
}

// The winner of a race for the cluster responds on the same socket.
async function isOurs(files: DatabaseFiles, server: ServerProcess): Promise<boolean> {
  try {
    if (!(await untilReady(files.socketFolder, server))) return false
  } catch (error) {
    await server.stop()
    throw error
  }
  if ((await findPostmaster(files.cluster))?.launcher === process.pid) return true
  await server.exited
  return false
}

/**
 * A server whose parent process died is being stopped by its guard; one whose guard died too runs for
 * ever. It gets a second to exit, then it is stopped and restarted, so that every server has a guard
 * and the current settings.
 */
async function takeOverLeftServer(opening: Opening): Promise<boolean> {
  const { cluster, socketFolder, location } = opening.files
  for (let waitedMs = 0; waitedMs < 1000; waitedMs += 100) {
    if ((await rejectIfInUse(opening)) === undefined) {
      if (await answers(socketFolder)) throw busy(location, 'another container or machine')
      return false
    }
    await pause(100)
  }
  const left = await findPostmaster(cluster)
  if (left === undefined) return false
  opening.report(`Taking over the database server that an earlier start left behind (process ${left.pid}) …`)
  await stopPostmaster(cluster, left.pid)
  return true
}

async function rejectIfInUse({ files, again }: Opening) {
  const running = await findPostmaster(files.cluster)
  if (running?.launcher === undefined) return running
  if (again && running.launcher === process.pid) return running
  throw busy(files.location, `process ${running.launcher}`)
}

function busy(location: string, holder: string): DataDirectoryBusy {
  return new DataDirectoryBusy(
    `The database in ${location} is in use by ${holder}. ` +
      'Stop that service first, or set DATA_DIR to another folder.',
  )
}

// After a crash of the machine the number in the file may belong to any program of the same user, which
// PostgreSQL takes for a server. Checked twice: a server that is just starting writes this file too.
async function removeForeignPidFile(cluster: string): Promise<void> {
  const before = await readPidFile(cluster)
  if ((await findPostmaster(cluster)) !== undefined) return
  await pause(500)
  const after = await readPidFile(cluster)
  if ((await findPostmaster(cluster)) !== undefined || before.join() !== after.join()) return
  await rm(join(cluster, 'postmaster.pid'), { force: true })
}

/** How to reach the database: `host` is the folder of its socket. */
export type Connection = { host: string; port: number; user: string; database: string }

export function connectionTo(socketFolder: string): Connection {
  return { host: socketFolder, port: 5432, user: owner, database: owner }
}

/**
 * Resolves when the server accepts connections and the service's database exists; false when the server ended before.
 * Recovery after a crash can take long, so there is no timeout.
 */
export async function untilReady(socketFolder: string, server: ServerProcess): Promise<boolean> {
  while (!server.hasExited()) {
    try {
      await makeDatabase(socketFolder)
      return true
    } catch (error) {
      if (!notYet.has(errorCode(error) ?? '')) throw error
    }
    await Promise.race([pause(25), server.exited])
  }
  return false
}

async function answers(socketFolder: string): Promise<boolean> {
  const client = new Client({ ...connectionTo(socketFolder), database: 'postgres' })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const notYet = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03'])

async function makeDatabase(socketFolder: string): Promise<void> {
  const client = new Client({ ...connectionTo(socketFolder), database: 'postgres' })
  // A server that ends meanwhile is noticed by its process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query('select from pg_database where datname = $1', [owner])
    if (rowCount === 0) await client.query(`create database ${owner}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** A server that was started and may not be ready yet. `exited` resolves however it ends. */
type ServerProcess = { exited: Promise<void>; hasExited(): boolean; stop(): Promise<void> }

const defaults = {
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  // A table that grows from nothing is planned for as an empty one until it is looked at.
  autovacuum_naptime: '5s',
  synchronous_commit: 'on',
  fsync: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  // Statements contain personal data, and rejected ones are common; start, stop and crash are still logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
}

// The shell is the server's parent, so that its PID is not reused while it runs, and it stops the
// server when its input ends, which happens when this process does, even by kill -9. The signal is repeated:
// a server in its first milliseconds, started in the background by a shell, ignores it. It appends to its log, because of
// two starts at once both may have opened the same one. It ends last: nothing of a server is left when it has.
const guard = `
log=$1; shift
exec 3<&0
"$@" </dev/null >>"$log" 2>&1 3<&- &
server=$!
( read -r line; while kill -INT "$server"; do sleep 1; done ) <&3 >/dev/null 2>&1 &
reader=$!
exec 3<&-
wait "$server"
kill "$reader" 2>/dev/null
wait "$reader"
`

export async function launchServer(
  files: DatabaseFiles,
  binaries: Binaries,
  settings: Record<string, string>,
): Promise<ServerProcess> {
  await rename(files.log, `${files.log}.previous`).catch(() => {})
  const fixed = {
    listen_addresses: '',
    unix_socket_directories: files.socketFolder,
    unix_socket_permissions: '0700',
    port: '5432',
    cluster_name: await nameOfThisLauncher(),
  }
  const options = Object.entries({ ...defaults, ...settings, ...fixed })
  const command = [
    ...[join(binaries.folder, 'bin', 'postgres'), '-D', files.cluster],
    ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  // A session of its own: Ctrl-C is for the service, which stops the database when its requests are done.
  const child = spawn('/bin/sh', ['-c', guard, 'goodword-database', files.log, ...command], {
    ...runAs(files),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.stdin.on('error', () => {})
  let over = false
  const exited = new Promise<void>((resolve, reject) => {
    child.once('error', (cause) => reject(couldNotRun(files, cause)))
    child.once('exit', () => {
      over = true
      resolve()
    })
  })
  const stop = async () => {
    child.stdin.end()
    const running = await findPostmaster(files.cluster)
    if (running?.launcher === process.pid) await stopPostmaster(files.cluster, running.pid)
    await exited
  }
  return { exited, hasExited: () => over, stop }
}
