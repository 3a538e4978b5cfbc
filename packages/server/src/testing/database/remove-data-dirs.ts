import { readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readPointer } from '../../engine/embedded-database/pointer.ts'
import { findPostmaster, stopPostmaster } from '../../engine/embedded-database/postmaster.ts'

/**
 * Removes a folder that is a data directory or has some in it, with their databases: a start as root keeps those elsewhere,
 * also one that failed. Services that still use them are stopped.
 */
export async function removeDataDirs(folder: string): Promise<void> {
  const real = await realpath(folder)
  const below = await readdir(real, { withFileTypes: true })
  const folders = [real, ...below.filter((it) => it.isDirectory()).map((it) => join(real, it.name))]
  for (const dataDir of folders) {
    const elsewhere = await readPointer(dataDir)
    const location = elsewhere ?? join(dataDir, 'postgres')
    await stopUsers(join(location, 'cluster'))
    await rm(location, { recursive: true, force: true, maxRetries: 50 })
  }
  await rm(real, { recursive: true, force: true, maxRetries: 50 })
}

/** Stops the service that has started the server of a cluster, or the server itself when that service has exited. */
async function stopUsers(cluster: string): Promise<void> {
  let signalled: number | undefined
  for (;;) {
    const running = await findPostmaster(cluster)
    if (running === undefined) return
    const { launcher, pid } = running
    if (launcher === undefined) await stopPostmaster(cluster, pid)
    // A second signal would end its requests at once.
    else if (launcher !== signalled) process.kill(launcher, 'SIGTERM')
    signalled = launcher
    await pause(50)
  }
}
