import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from './database.ts'
import { isRetryable, isSessionLost } from './database-error.ts'
import type { Session } from './session.ts'
import { type Statement, statement } from './statement.ts'

/** A transaction that serves one tenant. Every function that touches a tenant's rows takes one. */
export type TenantTx = {
  readonly tenantId: TenantId
  /** Sends a statement whose $1 is the tenant; returns its rows. Statements sent without waiting form one pipeline. */
  rows<Row>(it: Statement, values: readonly unknown[]): Promise<Row[]>
  /**
   * Sends a statement that writes, without waiting for it: a failure rolls back the transaction. `rows` is the number that it
   * must write; any other number is a defect of ours, reported after the commit was sent.
   */
  write(it: Statement, values: readonly unknown[], rows?: number): void
  /** Runs once the transaction is committed, and never when it is not. */
  afterCommit(act: () => void): void
}

/** A transaction at one moment of the tenant's clock. */
export type TimedTx = TenantTx & {
  /** Milliseconds of the tenant's clock: the machine's, or ahead of it on a test tenant whose clock was moved. */
  readonly now: number
}

const setTenant = statement('tenant.set', 'select app.set_tenant($1)')
const setTenantForWriting = statement('tenant.set_for_writing', 'select app.set_tenant_for_writing($1)')

/** How a transaction begins: with the first statement, then the one that names the tenant. */
type Beginning = readonly [begin: Statement, nameTenant: Statement]

// The first ones serve no tenant and read nothing, so they are not among the registered.
const writing: Beginning = [{ name: 'tx.begin', text: 'begin' }, setTenantForWriting]
const reading: Beginning = [
  { name: 'tx.begin_reading', text: 'begin isolation level repeatable read read only' },
  setTenant,
]

/**
 * Creates a TenantTx, like the function below; nothing else does. The commit is sent with the last statements. When
 * anything fails nothing is stored, except for one case: after a lost connection at the commit the result is unknown, and the caller reads
 * again.
 */
export function inTenant<T>(
  db: Database,
  tenantId: TenantId,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  return transact(db, tenantId, writing, work)
}

/** Runs a transaction that reads: every statement sees the same moment, and writing fails. */
export function readTenant<T>(
  db: Database,
  tenantId: TenantId,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  return transact(db, tenantId, reading, work)
}

/**
 * Reads as `readTenant` does, for work that sends all its statements before it waits for any of them: they are sent with
 * begin and commit as one message. A statement that is sent later is a defect, and fails.
 */
export function readTenantAtOnce<T>(
  db: Database,
  tenantId: TenantId,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  return db.connected(async (session) => {
    begin(session, tenantId, reading)
    const tx = transactionOf(session, tenantId, [])
    let isSent = false
    const found = work({
      ...tx,
      rows: (it, values) => {
        if (isSent) throw new Error(`${it.name} was sent after the other statements of its transaction`)
        return tx.rows(it, values)
      },
    })
    isSent = true
    const [result] = await Promise.all([found, session.commit()])
    return result
  }, tenantId)
}

function transact<T>(
  db: Database,
  tenantId: TenantId,
  beginning: Beginning,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  return db.connected(async (session) => {
    begin(session, tenantId, beginning)
    const afterwards: (() => void)[] = []
    const result = await work(transactionOf(session, tenantId, afterwards))
    await session.commit()
    for (const act of afterwards) act()
    return result
  }, tenantId)
}

function begin(session: Session, tenantId: TenantId, [first, nameTenant]: Beginning): void {
  session.send(first, [])
  session.send(nameTenant, [tenantId])
}

function transactionOf(session: Session, tenantId: TenantId, afterwards: (() => void)[]): TenantTx {
  return {
    tenantId,
    async rows<Row>(it: Statement, values: readonly unknown[]) {
      const { rows } = await session.send(it, [tenantId, ...values])
      return rows as Row[]
    },
    write(it, values, rows) {
      session.sendWrite(it, [tenantId, ...values], rows)
    },
    afterCommit(act) {
      afterwards.push(act)
    },
  }
}

const ATTEMPTS = 5
/** After a lost connection, an attempt begins only within this time: each may take as long as a transaction may. */
const RECONNECT_WITHIN_MS = 2000

/**
 * Repeats the work while it fails with a serialization conflict or a lost connection, up to five times. The pauses grow and
 * are random, so that two transactions do not conflict again at once.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const isTooLate = isSessionLost(error) && performance.now() - startedAt >= RECONNECT_WITHIN_MS
      if (attempt === ATTEMPTS || isTooLate || !isRetryable(error)) throw error
      await pause(Math.random() * 2 ** attempt)
    }
  }
}
