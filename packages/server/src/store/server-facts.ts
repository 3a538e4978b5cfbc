import type { Database } from './database.ts'
import { statement } from './statement.ts'

/** What a PostgreSQL says of itself that we depend on. */
export type ServerFacts = {
  /** As PostgreSQL counts: 150004 is 15.4. */
  readonly version: number
  readonly fsync: string
  readonly fullPageWrites: string
  readonly synchronousCommit: string
}

export const OLDEST_VERSION = 150_000

const facts = statement(
  'server.facts',
  `
select current_setting('server_version_num')::int4 as "version",
  current_setting('fsync') as "fsync",
  current_setting('full_page_writes') as "fullPageWrites",
  current_setting('synchronous_commit') as "synchronousCommit"`,
)

export async function readServerFacts(db: Database): Promise<ServerFacts> {
  const [row] = await db.query<ServerFacts>(facts, [])
  if (row === undefined) throw new Error('the database says nothing of itself')
  return row
}

const role = statement(
  'server.role',
  `
select r.rolsuper or r.rolbypassrls as "isPastRowSecurity"
from pg_roles r
where r.rolname = current_user`,
)

/** Whether the session's role is one that row-level security does not hold. */
export async function isPastRowSecurity(db: Database): Promise<boolean> {
  const [row] = await db.query<{ isPastRowSecurity: boolean }>(role, [])
  return row?.isPastRowSecurity ?? true
}

const nothing = statement('server.ping', 'select')

/** Resolves when the database answers. */
export async function ping(db: Database): Promise<void> {
  await db.query(nothing, [])
}
