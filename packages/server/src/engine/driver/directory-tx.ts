import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@goodword/domain/values/ids'
import type pg from 'pg'
import type { Database } from './database.ts'
import { databaseError, isDeadlock } from './database-error.ts'
import { type Statement, statement } from './statement.ts'

/**
 * A transaction on the directory: merchants, tenants, keys, staff. It serves no single tenant. The operator's commands open it
 * as the owner of the database.
 */
export type DirectoryTx = {
  rows<Row>(it: Statement, values: readonly unknown[]): Promise<Row[]>
  /** Lets rows of this tenant be written from here on: row-level security applies to the service. */
  serveTenant(tenantId: TenantId): Promise<void>
}

const setTenant = statement('tenant.set_in_directory', 'select app.set_tenant_for_writing($1)')

/**
 * Runs `work` in one transaction. After a deadlock it is repeated: on Citus a write to a table of the directory locks the whole
 * table, and those that it refers to.
 */
export async function inDirectory<T>(db: Database, work: (tx: DirectoryTx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.inTurn(() => inOneTransaction(db, work))
    } catch (error) {
      if (!isDeadlock(error) || attempt === ATTEMPTS) throw error
      // Random, so that the same transactions do not meet again.
      await pause(Math.random() * MAX_PAUSE_MS)
    }
  }
}

const ATTEMPTS = 8
const MAX_PAUSE_MS = 300

async function inOneTransaction<T>(db: Database, work: (tx: DirectoryTx) => Promise<T>): Promise<T> {
  const client = await db.pool.connect().catch(asDatabaseError)
  const send = (query: string | pg.QueryConfig) =>
    client.query(query as pg.QueryConfig).catch(asDatabaseError)
  let isClean = false
  try {
    await send('begin')
    const rows = async <Row>(it: Statement, values: readonly unknown[]) => {
      const answer = await send({ ...it, values: [...values] })
      return answer.rows as Row[]
    }
    const result = await work({
      rows,
      async serveTenant(tenantId) {
        await rows(setTenant, [tenantId])
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
