import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { compileCache, withBundles } from '@goodword/testing/node-program'
import { Client } from 'pg'
import type { Connection } from '../../engine/embedded-database/start.ts'

const settings = { shared_buffers: '16MB', max_wal_size: '64MB' }

/** A folder for data directories, and options for a start in one of them. */
export async function makeScratch() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'goodword-embedded-')))
  // Under root the server is another user, which has to pass through.
  await chmod(folder, 0o755)
  const running: ChildProcess[] = []
  return {
    folder,
    options: (name: string) => ({
      dataDir: join(folder, name),
      unprivilegedHome: join(folder, 'home'),
      settings,
    }),
    /** Starts a process that holds a database; resolves with its output when it is up. */
    async hold(options: object): Promise<{ child: ChildProcess; report: Record<string, unknown> }> {
      const program = resolve(import.meta.dirname, 'hold-database.ts')
      const child = spawn(process.execPath, withBundles([program, JSON.stringify(options)]), {
        env: { ...process.env, ...compileCache },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      running.push(child)
      for await (const line of createInterface({ input: child.stdout }))
        return { child, report: JSON.parse(line) }
      throw new Error('The process exited without output.')
    },
    async remove() {
      for (const child of running) await kill(child)
      await rm(folder, { recursive: true, force: true, maxRetries: 50 })
    },
  }
}

/** Kills a process like a power failure, and resolves when it has exited. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}

export async function query(connection: Connection, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** The PostgreSQL processes, guards included, whose command line names `folder`. */
export function processesOf(folder: string): { pid: number; command: string }[] {
  const lines = execFileSync('ps', ['-ww', '-eo', 'pid=,stat=,command='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [pid, state, ...command] = line.trim().split(/\s+/)
    const text = command.join(' ')
    if (state === undefined || state.startsWith('Z') || !text.includes(folder)) return []
    return /postgres|goodword-database/.test(text) && !text.includes('hold-database.')
      ? [{ pid: Number(pid), command: text }]
      : []
  })
}
