import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedDatabaseError } from './errors.ts'
import { commandLine, timeOfStart } from './process-identity.ts'

/** A running server of a cluster. `launcher` is the process of ours that started it, while that one lives. */
export type Postmaster = { pid: number; socketFolder: string; port: number; launcher: number | undefined }

/**
 * The live server of a cluster. `postmaster.pid` alone proves nothing: it outlives a crash, and its number
 * may belong to another program by now, so the command line of the process is checked.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lines = await readPidFile(cluster)
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const command = await commandLine(pid)
  if (!command.includes('postgres') || !command.includes(cluster)) return undefined
  return {
    pid,
    port: Number(lines[3]),
    socketFolder: lines[4] ?? '',
    launcher: await liveLauncher(command),
  }
}

/**
 * The server's name in lists of processes. It names the process that started it, so that a second
 * start can distinguish a server in use from one left behind: the name cannot outlive the server, and the time of
 * start distinguishes that process from a later one with its PID.
 */
export async function nameOfThisLauncher(): Promise<string> {
  return `goodword-${process.pid}-${await timeOfStart(process.pid)}`
}

/** Fast shutdown; after `timeoutMs` an immediate one, which costs the next start a recovery and no row. */
export async function stopPostmaster(cluster: string, pid: number, timeoutMs = 20_000): Promise<void> {
  sendSignal(pid, 'SIGINT')
  if (await hasExitedWithin(cluster, pid, timeoutMs)) return
  sendSignal(pid, 'SIGQUIT')
  if (await hasExitedWithin(cluster, pid, 10_000)) return
  throw new EmbeddedDatabaseError(
    `The database server (process ${pid}) does not stop. End it and start again.`,
  )
}

export async function readPidFile(cluster: string): Promise<string[]> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  return text.split('\n').map((line) => line.trim())
}

async function hasExitedWithin(cluster: string, pid: number, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += 50) {
    if ((await findPostmaster(cluster))?.pid !== pid) return true
    await pause(50)
  }
  return false
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone already.
  }
}

async function liveLauncher(command: string): Promise<number | undefined> {
  // The folder of the data, which the command line has as well, may have such a name: that of a release.
  const name = /cluster_name=goodword-(\d+)-(\d+)/.exec(command)
  if (name === null) return undefined
  const pid = Number(name[1])
  return (await timeOfStart(pid)) === name[2] ? pid : undefined
}
