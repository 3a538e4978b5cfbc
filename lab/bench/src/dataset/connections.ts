import type { DatabaseAddress } from '@goodword/server/engine/driver/database'
import pg from 'pg'

/** Connections beside the service's own, past row-level security: for loading and for looking. */
export function openConnections(address: DatabaseAddress): pg.Pool {
  const options = '-c search_path=app -c timezone=UTC'
  return new pg.Pool({ ...address, max: 4, application_name: 'goodword-bench', options })
}

/** The rows of one statement; the caller chooses their type. */
export async function rowsOf<Row extends object>(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const { rows } = await pool.query<Row>(text, [...values])
  return rows
}
