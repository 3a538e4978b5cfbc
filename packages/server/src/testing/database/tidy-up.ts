import type { Database } from '../../store/driver/database.ts'

/**
 * Vacuums and analyzes tables, all unless some are named, as the server does by itself after a while; should it be at work
 * on the same ones now, waits for it. Needs the owner's test database, which waits for any lock.
 */
export async function tidyUp(owner: Database, tables: readonly string[] = []): Promise<void> {
  await owner.query({ name: '', text: `vacuum analyze ${tables.join(', ')}` }, [])
}

/** The tables that statements insert into. */
export function tablesOf(inserts: readonly string[]): readonly string[] {
  return [...new Set(inserts.flatMap((text) => /^insert into (\w+)/.exec(text)?.[1] ?? []))]
}
