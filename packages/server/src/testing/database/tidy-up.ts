import type { Database } from '../../store/driver/database.ts'

/**
 * Vacuums and analyzes all tables, as the server does by itself after a while; should it be at work on the same ones now,
 * waits for it. Needs the owner's test database, which waits for any lock.
 */
export async function tidyUp(owner: Database): Promise<void> {
  await owner.query({ name: '', text: 'vacuum analyze' }, [])
}
