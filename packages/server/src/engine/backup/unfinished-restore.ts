import type pg from 'pg'
import type { Database } from '../driver/database.ts'

/**
 * While people are to be erased again after a restore, the database has a table that says so, made in the transaction of the
 * rows: no service may start on it, also when the command was killed in between.
 */
export async function noteUnfinishedRestore(client: pg.ClientBase, takenAt: number): Promise<void> {
  await client.query('create table migration.unfinished_restore (taken_at bigint not null)')
  await client.query('insert into migration.unfinished_restore values ($1)', [takenAt])
}

const exists = {
  name: '',
  text: `
select from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'migration' and c.relname = 'unfinished_restore'`,
}

/** Needs no right on the table, so it answers every user. */
export async function isRestoreUnfinished(db: Database): Promise<boolean> {
  return (await db.query(exists, [])).length > 0
}

/** When the backup was taken whose restore is not finished, in milliseconds since the epoch; null where there is none. */
export async function findUnfinishedRestore(db: Database): Promise<number | null> {
  if (!(await isRestoreUnfinished(db))) return null
  const text = 'select taken_at::float8 as taken_at from migration.unfinished_restore'
  const [row] = await db.query<{ taken_at: number }>({ name: '', text }, [])
  return row?.taken_at ?? null
}

/** Lets the service start on the database. */
export async function finishRestore(db: Database): Promise<void> {
  await db.query({ name: '', text: 'drop table if exists migration.unfinished_restore' }, [])
}
