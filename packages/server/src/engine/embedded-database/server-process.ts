import { spawn } from 'node:child_process'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { couldNotRun, runAs } from './cluster.ts'
import type { DatabaseFiles } from './database-files.ts'
import { findPostmaster, nameOfThisLauncher, stopPostmaster } from './postmaster.ts'

/** A server that was started and may not be ready yet. `exited` resolves however it ends. */
export type ServerProcess = { exited: Promise<void>; hasExited(): boolean; stop(): Promise<void> }

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
