import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { owner } from './cluster.ts'
import { errorCode } from './errors.ts'
import type { ServerProcess } from './server-process.ts'

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

export async function answers(socketFolder: string): Promise<boolean> {
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
