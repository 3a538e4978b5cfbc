import type { Database } from '../../engine/driver/database.ts'

/**
 * Vacuums and analyzes tables, all unless some are named, as the server does by itself after a while; should it be at work
 * on the same ones now, waits for it. Needs the owner's test database, which waits for any lock.
 */
export async function tidyUp(owner: Database, tables: readonly string[] = []): Promise<void> {
  const client = await owner.pool.connect()
  try {
    // Else entries of few dead rows stay in the indexes until a scan passes them, which then reads more than the next one.
    await client.query(`vacuum (analyze, index_cleanup on) ${tables.join(', ')}`)
    // Else its reads are added to the server's counters up to ten seconds later, when a test counts reads.
    await client.query('select pg_stat_force_next_flush()')
  } finally {
    client.release()
  }
}

/** The tables that statements insert into. */
export function tablesOf(inserts: readonly string[]): readonly string[] {
  return [...new Set(inserts.flatMap((text) => /^insert into (\w+)/.exec(text)?.[1] ?? []))]
}
