import pg from 'pg'
import { databaseError } from './database-error.ts'
import type { Statement } from './statement.ts'

/** Where PostgreSQL listens: an address as the operator writes it, or the embedded server's socket. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string }

/** `service` owns nothing and is held by row-level security; `owner` migrates and runs the operator's commands. */
export type DatabaseRole = 'service' | 'owner'

export type Database = {
  readonly pool: pg.Pool
  /** Runs one statement outside any tenant: the directory's tables only. */
  query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/**
 * Opens a pool. Queries sent without waiting travel together (pipelining), so a transaction is as many round trips
 * as it has decisions. The role is taken at connecting: `DATABASE_URL` names one user, who must be a member of it.
 */
export function openDatabase(address: DatabaseAddress, role: DatabaseRole, connections = 8): Database {
  const pool = new pg.Pool({
    ...address,
    max: connections,
    pipeline: true,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 60_000,
    application_name: 'goodword',
    options: Object.entries(sessionSettings(role))
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: { getTypeParser },
  })
  // A connection that dies while idle is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  // The same for one that dies at work: whoever uses it hears of it through their statements.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    pool,
    async query<Row>(it: Statement, values: readonly unknown[]) {
      try {
        const result = await pool.query({ ...it, values: [...values] })
        return result.rows as Row[]
      } catch (error) {
        throw databaseError(error)
      }
    },
    close: () => pool.end(),
  }
}

function sessionSettings(role: DatabaseRole): Record<string, string> {
  const common = { search_path: 'app', timezone: 'UTC', synchronous_commit: 'on' }
  if (role === 'owner') return { ...common, lock_timeout: '1000' }
  return {
    ...common,
    role: 'goodword_service',
    statement_timeout: '5000',
    lock_timeout: '2000',
    idle_in_transaction_session_timeout: '10000',
  }
}

const INT8 = 20
const TIMESTAMPTZ = 1184

/** Times come as milliseconds since the epoch, bigints as numbers: everything counted here stays below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format !== 'binary' && oid === INT8) return Number
  if (format !== 'binary' && oid === TIMESTAMPTZ) return timeOf
  return pg.types.getTypeParser(oid, format)
}

/** PostgreSQL writes `2026-11-21 05:16:06.123+00` in a session whose time zone is UTC. */
function timeOf(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}
