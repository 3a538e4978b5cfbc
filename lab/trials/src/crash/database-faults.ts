import { join } from 'node:path'
import { type Database, type DatabaseAddress, openDatabase } from '@goodword/server/engine/driver/database'
import { findPostmaster } from '@goodword/server/engine/embedded-database/postmaster'
import type { Chance } from './chance.ts'
import type { Fault } from './target.ts'

/** The ways to take PostgreSQL away: the whole of it, as an immediate stop, and one of its sessions. */
export function databaseFaults(location: string, address: DatabaseAddress, chance: Chance): readonly Fault[] {
  const postmaster = async (signal: NodeJS.Signals) => {
    const running = await findPostmaster(join(location, 'cluster'))
    if (running !== undefined) send(running.pid, signal)
  }
  return [
    { hits: 'PostgreSQL', strike: () => postmaster('SIGKILL') },
    { hits: 'PostgreSQL', strike: () => postmaster('SIGQUIT') },
    {
      hits: 'PostgreSQL',
      // A session that is killed makes the server end all of them and recover.
      strike: async () => {
        const sessions = await asOwner(address, sessionsOfService).catch(() => [])
        if (sessions.length > 0) send(chance.pick(sessions), 'SIGKILL')
        else await postmaster('SIGKILL')
      },
    },
  ]
}

async function sessionsOfService(owner: Database): Promise<readonly number[]> {
  const text = `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  const rows = await owner.query<{ pid: number }>({ name: '', text }, [])
  return rows.map(({ pid }) => pid)
}

/** Throws if commits are acknowledged before they are on disk. */
export async function requireDurability(address: DatabaseAddress): Promise<void> {
  const names = ['fsync', 'full_page_writes', 'synchronous_commit']
  const text = 'select name, setting from pg_settings where name = any($1)'
  const rows = await asOwner(address, (owner) =>
    owner.query<{ name: string; setting: string }>({ name: '', text }, [names]),
  )
  const off = rows.filter(({ setting }) => setting !== 'on')
  if (rows.length !== names.length || off.length > 0) {
    throw new Error(`the settings do not guarantee durability: ${JSON.stringify(rows)}`)
  }
}

/** The number of questions at once: one that waits for a long one would be given up. */
const CONNECTIONS = 24

export async function asOwner<T>(
  address: DatabaseAddress,
  work: (owner: Database) => Promise<T>,
): Promise<T> {
  const owner = openDatabase(address, 'owner', CONNECTIONS)
  try {
    return await work(owner)
  } finally {
    await owner.close()
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself meanwhile, on account of the fault before.
  }
}
