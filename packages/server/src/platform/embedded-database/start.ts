import { mkdir, rmdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Binaries, copyBinaries, findBinaries, useBinaries } from './binaries.ts'
import { clusterVersion, ensureCluster } from './cluster.ts'
import { type Connection, connectionTo } from './connection.ts'
import { DataDirectoryBusy, explainingRefusals } from './errors.ts'
import { type Opening, openServer } from './open-server.ts'
import { findPlace, type Place, preparePlace } from './place.ts'
import { writePointer } from './pointer.ts'
import { findPostmaster } from './postmaster.ts'
import { SHARED_USER } from './system-user.ts'

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
    const place = await findPlace(dataDir, homeOf(options))
    await preparePlace(place)
    const binaries = await readyBinaries(place)
    await ensureCluster(place, binaries, report)
    if (livesElsewhere(place)) await announce(place, report)
    return { place, binaries, settings: options.settings ?? {}, again: false, report }
  })
  return keepOpen(opening)
}

/** How to reach the database of `dataDir` while another process runs it; undefined when none does. */
export async function findRunningDatabase(
  options: Pick<EmbeddedDatabaseOptions, 'dataDir' | 'unprivilegedHome'>,
): Promise<Connection | undefined> {
  return explainingRefusals(options.dataDir, async () => {
    await makeDataDir(resolve(options.dataDir))
    const { cluster } = await findPlace(options.dataDir, homeOf(options))
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
    const place = await findPlace(options.dataDir, homeOf(options))
    return (await clusterVersion(place)) === undefined ? null : place.location
  })
}

async function keepOpen(opening: Opening): Promise<EmbeddedDatabase> {
  const { place, report } = opening
  let server = await openServer(opening)
  const { adopted } = server
  const stopping = new AbortController()
  const watching = watch()
  return {
    connection: connectionTo(place.socketFolder),
    location: place.location,
    adopted,
    async stop() {
      stopping.abort()
      await server.stop()
      await watching
      // A short path in a shared place, when the location's own was too long: leave nothing there.
      if (dirname(place.socketFolder) !== place.location) await rmdir(place.socketFolder).catch(() => {})
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

async function readyBinaries(place: Place): Promise<Binaries> {
  const found = await findBinaries()
  // Another user may not be able to read where npm put them.
  if (place.user !== undefined) return copyBinaries(found, dirname(place.location))
  return useBinaries(found, place.dataDir)
}

function livesElsewhere(place: Place): boolean {
  return dirname(place.location) !== place.dataDir
}

async function announce(place: Place, report: (line: string) => void): Promise<void> {
  await writePointer(place.dataDir, place.location)
  report(
    `The database lives in ${place.location} and runs as ${place.user?.name}, because PostgreSQL refuses root.`,
  )
  if (place.user?.name === SHARED_USER) report(SHARED_USER_WARNING)
}

const SHARED_USER_WARNING =
  'Other programs that run as nobody can read this database. Create a user "goodword" for it and move the data there by a backup, ' +
  'or start as an ordinary user.'

function homeOf({ unprivilegedHome }: Pick<EmbeddedDatabaseOptions, 'unprivilegedHome'>): string {
  return unprivilegedHome ?? '/var/lib/goodword'
}
