import type { TenantId } from '@goodword/domain/ids'
import type { Database } from './database.ts'
import type { Session } from './session.ts'
import { type Statement, statement } from './statement.ts'

/** A transaction that serves one tenant. Every function that touches a tenant's rows takes one. */
export type TenantTx = {
  readonly tenantId: TenantId
  /** Sends a statement whose $1 is the tenant; answers its rows. Statements sent without waiting travel together. */
  rows<Row>(it: Statement, values: readonly unknown[]): Promise<Row[]>
  /**
   * Sends a statement that writes, without waiting for it: a failure undoes the transaction. `rows` is how many it
   * must write; any other number is a defect of ours.
   */
  write(it: Statement, values: readonly unknown[], rows?: number): void
}

const setTenant = statement('tenant.set', 'select app.set_tenant($1)')

// These serve no tenant and read nothing, so they are not among the registered.
const beginWriting: Statement = { name: 'tx.begin', text: 'begin' }
const beginReading: Statement = {
  name: 'tx.begin_reading',
  text: 'begin isolation level repeatable read read only',
}

/**
 * Makes a TenantTx, as the two below do and nothing else. When anything fails nothing is kept, but for one case: a connection lost while
 * committing leaves it unknown, and the caller reads again.
 */
export function inTenant<T>(
  db: Database,
  tenantId: TenantId,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  return transact(db, tenantId, beginWriting, work)
}

/** The same for reading alone: every statement sees the same moment, and writing fails. */
export function readTenant<T>(
  db: Database,
  tenantId: TenantId,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  return transact(db, tenantId, beginReading, work)
}

/**
 * Writes in one flight with the commit, which saves a round trip and with it the half of the time that a small write
 * takes. What is undone when it fails is the same; only a count of rows that is wrong is found too late to undo it.
 */
export function writeInTenant(
  db: Database,
  tenantId: TenantId,
  work: (tx: Pick<TenantTx, 'write'>) => void,
): Promise<void> {
  return db.connected(async (session) => {
    session.send(beginWriting, [])
    session.send(setTenant, [tenantId])
    work(transactionOf(session, tenantId))
    await session.commitAtOnce()
  })
}

function transact<T>(
  db: Database,
  tenantId: TenantId,
  begin: Statement,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  return db.connected(async (session) => {
    session.send(begin, [])
    session.send(setTenant, [tenantId])
    const result = await work(transactionOf(session, tenantId))
    await session.commit()
    return result
  })
}

function transactionOf(session: Session, tenantId: TenantId): TenantTx {
  return {
    tenantId,
    async rows<Row>(it: Statement, values: readonly unknown[]) {
      const { rows } = await session.send(it, [tenantId, ...values])
      return rows as Row[]
    },
    write(it, values, rows) {
      session.sendWrite(it, [tenantId, ...values], rows)
    },
  }
}
