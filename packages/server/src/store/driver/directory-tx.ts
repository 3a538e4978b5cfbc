import type pg from 'pg'
import type { Database } from './database.ts'
import { databaseError } from './database-error.ts'
import type { Statement } from './statement.ts'

/**
 * A transaction of the operator's commands on the directory: merchants, tenants, keys. It serves no single tenant, so
 * the database must be open as its owner.
 */
export type DirectoryTx = {
  rows<Row>(it: Statement, values: readonly unknown[]): Promise<Row[]>
}

/** Runs `work` in one transaction. */
export async function inDirectory<T>(db: Database, work: (tx: DirectoryTx) => Promise<T>): Promise<T> {
  const client = await db.pool.connect().catch(asDatabaseError)
  const send = (query: string | pg.QueryConfig) =>
    client.query(query as pg.QueryConfig).catch(asDatabaseError)
  let isClean = false
  try {
    await send('begin')
    const result = await work({
      async rows<Row>(it: Statement, values: readonly unknown[]) {
        const answer = await send({ ...it, values: [...values] })
        return answer.rows as Row[]
      },
    })
    await send('commit')
    isClean = true
    return result
  } catch (error) {
    isClean = await send('rollback').then(
      () => true,
      () => false,
    )
    throw error
  } finally {
    client.release(!isClean)
  }
}

function asDatabaseError(error: unknown): never {
  throw databaseError(error)
}
