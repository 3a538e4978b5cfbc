import type pg from 'pg'

/** Whether the database has the citus extension. */
export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'")
  return rows.length > 0
}
