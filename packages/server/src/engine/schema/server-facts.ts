import type { Database } from '../driver/database.ts'
import { statement } from '../driver/statement.ts'

/** Properties of a PostgreSQL server that we depend on. */
export type ServerFacts = {
  /** The version as PostgreSQL counts: 150004 is 15.4. */
  readonly version: number
  readonly fsync: string
  readonly fullPageWrites: string
  readonly synchronousCommit: string
  /** Set by each connection at its beginning, unless something between drops its settings. */
  readonly searchPath: string
}

export const OLDEST_VERSION = 150_000

const facts = statement(
  'server.facts',
  `
select current_setting('server_version_num')::int4 as "version",
  current_setting('fsync') as "fsync",
  current_setting('full_page_writes') as "fullPageWrites",
  current_setting('synchronous_commit') as "synchronousCommit",
  current_setting('search_path') as "searchPath"`,
)

export async function readServerFacts(db: Database): Promise<ServerFacts> {
  const [row] = await db.query<ServerFacts>(facts, [])
  if (row === undefined) throw new Error('the database returned no facts about its server')
  return row
}

const clock = statement(
  'server.clock',
  'select extract(epoch from statement_timestamp())::float8 * 1000 as "now"',
)

/** Milliseconds since the epoch by the database's clock. */
export async function readServerClock(db: Database): Promise<number> {
  const [row] = await db.query<{ now: number }>(clock, [])
  return row?.now ?? Number.NaN
}

const connections = statement(
  'server.connections',
  `
select current_setting('max_connections')::int4 - current_setting('superuser_reserved_connections')::int4 as "most",
  (select count(*) from pg_stat_activity a where a.backend_type = 'client backend')::int4 as "open"`,
)

/** How many connections there may be and are, of all programs. */
export async function readServerConnections(
  db: Database,
): Promise<{ readonly most: number; readonly open: number }> {
  const [row] = await db.query<{ most: number; open: number }>(connections, [])
  return row ?? { most: 0, open: 0 }
}

const readOnly = statement(
  'server.read_only',
  `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
)

/** Whether nothing can be written, as on a standby. */
export async function isReadOnly(db: Pick<Database, 'query'>): Promise<boolean> {
  const [row] = await db.query<{ isReadOnly?: boolean }>(readOnly, [])
  return row?.isReadOnly ?? false
}

/** How a connection reaches the database. */
export type Transport = { readonly isLocal: boolean; readonly isEncrypted: boolean }

const transport = statement(
  'server.transport',
  `
select coalesce(inet_server_addr() = inet_client_addr(), true) as "isLocal",
  coalesce((select s.ssl from pg_stat_ssl s where s.pid = pg_backend_pid()), false) as "isEncrypted"`,
)

export async function readTransport(db: Database): Promise<Transport> {
  const [row] = await db.query<Transport>(transport, [])
  return row ?? { isLocal: false, isEncrypted: false }
}
