import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { answers, untilReady } from './connection.ts'
import { DataDirectoryBusy } from './errors.ts'
import { explainFailure, readLog } from './explain-failure.ts'
import type { Place } from './place.ts'
import { findPostmaster, readPidFile, stopPostmaster } from './postmaster.ts'
import { launchServer, type ServerProcess } from './server-process.ts'

export type OpenServer = ServerProcess & { adopted: boolean }

/** What a start needs to know; `again` when this process had the database already and lost its server. */
export type Opening = {
  place: Place
  binaries: Binaries
  settings: Record<string, string>
  again: boolean
  report: (line: string) => void
}

/** Starts the server of a cluster, taking over one that was left behind; refuses one in use. */
export async function openServer(opening: Opening): Promise<OpenServer> {
  const { place, binaries, settings } = opening
  const adopted = await takeOverLeftServer(opening)
  for (let attempt = 1; ; attempt++) {
    const server = await launchServer(place, binaries, settings)
    if (await isOurs(place, server)) return { ...server, adopted }
    // PostgreSQL's own lock decided between two starts. It is checked first, because the winner logs to the same file.
    await pause(200)
    await rejectIfInUse(opening)
    const output = await readLog(place.log)
    // Or processes of a killed server are still running.
    // Another start renames the log, and may take the line about the lock along.
    const isLocked = stillLocked.test(output) || (await readPidFile(place.cluster)).join('') !== ''
    if (!isLocked || attempt === 25) {
      throw explainFailure('The database could not be started', place.location, output)
    }
    await removeForeignPidFile(place.cluster)
  }
}

const stillLocked = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/

// The winner of a race for the cluster responds on the same socket.
async function isOurs(place: Place, server: ServerProcess): Promise<boolean> {
  try {
    if (!(await untilReady(place.socketFolder, server))) return false
  } catch (error) {
    await server.stop()
    throw error
  }
  if ((await findPostmaster(place.cluster))?.launcher === process.pid) return true
  await server.exited
  return false
}

/**
 * A server whose parent process died is being stopped by its guard; one whose guard died too runs for
 * ever. It gets a second to exit, then it is stopped and restarted, so that every server has a guard
 * and the current settings.
 */
async function takeOverLeftServer(opening: Opening): Promise<boolean> {
  const { cluster, socketFolder, location } = opening.place
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

async function rejectIfInUse({ place, again }: Opening) {
  const running = await findPostmaster(place.cluster)
  if (running?.launcher === undefined) return running
  if (again && running.launcher === process.pid) return running
  throw busy(place.location, `process ${running.launcher}`)
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
