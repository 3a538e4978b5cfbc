import { mkdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Binaries, copyBinaries, findBinaries, useBinaries } from './binaries.ts'
import { clusterVersion, ensureCluster } from './cluster.ts'
import { answers, type Connection, connectionTo, untilReady } from './connection.ts'
import { type DatabaseFiles, findDatabaseFiles, prepareFolders } from './database-files.ts'
import { DataDirectoryBusy, explainingRefusals } from './errors.ts'
import { explainFailure, readLog } from './explain-failure.ts'
import { writePointer } from './pointer.ts'
import { findPostmaster, readPidFile, stopPostmaster } from './postmaster.ts'
import { launchServer, type ServerProcess } from './server-process.ts'
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

/** What a start needs to know; `again` when this process had the database already and lost its server. */
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
