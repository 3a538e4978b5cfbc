import type pg from 'pg'
import { rowsOf } from '../dataset/connections.ts'

/** The process ID of a PostgreSQL's postmaster on this machine. */
export async function postmaster(owner: pg.Pool): Promise<number> {
  const [row] = await rowsOf<{ file: string }>(owner, `select pg_read_file('postmaster.pid') as file`)
  return Number.parseInt(row?.file ?? '', 10)
}
