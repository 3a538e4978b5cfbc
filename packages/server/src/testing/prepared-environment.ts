import { createHash } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase } from '../engine/driver/database.ts'
import { NO_TIMEOUTS } from './endless.ts'
import { makeEnvironmentOn, type TestEnvironment } from './program.ts'

/**
 * An environment with a copy of a database that `prepare` fills once in a test run. The worker that needs it first prepares it,
 * while the others wait.
 */
export async function makePreparedEnvironment(
  name: string,
  prepare: (env: TestEnvironment['env']) => Promise<void>,
): Promise<TestEnvironment> {
  const server = inject('databaseServer')
  // The key of all copies: the database contains secrets that are encrypted with it.
  const secretKey = createHash('sha256').update(name).digest('hex')
  const db = openDatabase(server, 'owner', 1, NO_TIMEOUTS)
  try {
    await db.connected(async (session) => {
      await session.send({ name: '', text: 'select pg_advisory_lock(hashtext($1))' }, [name])
      const found = await session.send({ name: '', text: 'select 1 from pg_database where datname = $1' }, [
        name,
      ])
      if (found.rows.length > 0) return
      const draft = await makeEnvironmentOn(server, 'template', secretKey)
      await prepare(draft.env)
      await draft.keepAs(name)
    })
  } finally {
    // The lock ends with the connection.
    await db.close()
  }
  return makeEnvironmentOn(server, { copyOf: name }, secretKey)
}
