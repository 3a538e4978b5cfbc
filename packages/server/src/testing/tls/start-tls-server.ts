import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, chown, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDatabase } from '../../engine/driver/database.ts'
import { chosenPort } from '../../start/free-port.ts'
import { startTemporaryServer } from '../database/start-server.ts'

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** The CA of the server's certificate. */
export const caFile = fileOf('ca.crt')

type Cluster = {
  readonly bindir: string
  readonly folder: string
  /** The user that runs the server, and a folder that it can enter. */
  readonly as: { readonly uid: number; readonly gid: number; readonly cwd: string }
  readonly remove: () => Promise<void>
}

/**
 * Starts a PostgreSQL that accepts only encrypted connections, over TCP, with a certificate for `localhost`. The key of the
 * certificate is for tests alone.
 */
export async function startTlsServer(
  programs: string,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const { bindir, folder, as, remove } = await createCluster(programs)
  const port = await chosenPort(0, 'localhost')
  const settings = {
    listen_addresses: 'localhost',
    port: `${port}`,
    unix_socket_directories: '',
    shared_buffers: '32MB',
    fsync: 'off',
    ssl: 'on',
    ssl_cert_file: 'server.crt',
    ssl_key_file: 'server.key',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bindir, 'postgres'), ['-D', folder, ...options], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(server, 'exit')
  let log = ''
  await new Promise<void>((ready, failed) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('ready to accept connections')) ready()
    })
    server.once('exit', () => failed(new Error(`PostgreSQL ended: ${log}`)))
  })
  return {
    port,
    async stop() {
      server.kill('SIGINT')
      await ended
      await remove()
    },
  }
}

/** Creates a cluster with the key and the certificate in it, beside a temporary one, which says what programs there are. */
async function createCluster(programs: string): Promise<Cluster> {
  const writer = await startTemporaryServer({ programs, settings: { fsync: 'off', shared_buffers: '16MB' } })
  const db = openDatabase(writer.connection, 'owner', 1)
  const ask = async (text: string): Promise<string> => {
    const [row] = await db.query<{ value: string }>({ name: '', text }, [])
    return row?.value ?? ''
  }
  try {
    const bindir = await ask(`select setting as value from pg_config where name = 'BINDIR'`)
    const present = await ask(`select current_setting('data_directory') as value`)
    const { uid, gid } = await stat(present)
    const as = { uid, gid, cwd: dirname(present) }
    const folder = join(as.cwd, 'tls')
    const args = ['-D', folder, '--username', 'goodword', '--auth', 'trust', '--no-sync']
    await promisify(execFile)(join(bindir, 'initdb'), args, as)
    const files = {
      'server.crt': readFileSync(fileOf('server.crt')),
      'server.key': readFileSync(fileOf('server.key')),
      'pg_hba.conf': 'hostssl all all localhost trust\n',
    }
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name)
      // A key that others can read is refused.
      await writeFile(file, content)
      await chmod(file, 0o600)
      await chown(file, uid, gid)
    }
    return { bindir, folder, as, remove: writer.stop }
  } finally {
    await db.close()
  }
}
