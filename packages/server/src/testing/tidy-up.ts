import type { Database } from '../store/database.ts'

/**
 * Vacuums and analyzes all tables, as the server does by itself after a while; should it be at work on the same ones now,
 * waits for it. Needs the owner's database.
 */
export async function tidyUp(owner: Database): Promise<void> {
  const client = await owner.pool.connect()
  try {
    await client.query('set lock_timeout = 0')
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}
