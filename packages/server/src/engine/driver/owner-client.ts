import pg from 'pg'
import type { DatabaseAddress } from './database.ts'

/**
 * Runs long work on one connection as the owner: no statement times out, and none is prepared. A transaction that was
 * not committed is rolled back at the end.
 */
export async function asOwnerAlone<T>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...address,
    application_name: 'goodword',
    options: '-c search_path=app -c timezone=UTC -c datestyle=ISO -c synchronous_commit=on',
  })
  // A lost connection shows in the statements that fail.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
