import type { TenantId } from '@goodword/domain/ids'
import type pg from 'pg'
import type { Database } from './database.ts'
import { connectionError, databaseError } from './database-error.ts'
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

/**
 * The only maker of a TenantTx. When anything fails nothing is kept, but for one case: a connection lost while
 * committing leaves it unknown, and the caller reads again.
 */
export function inTenant<T>(
  db: Database,
  tenantId: TenantId,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  return transact(db, tenantId, 'begin', work)
}

/** The same for reading alone: every statement sees the same moment, and writing fails. */
export function readTenant<T>(
  db: Database,
  tenantId: TenantId,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  return transact(db, tenantId, 'begin isolation level repeatable read read only', work)
}

async function transact<T>(
  db: Database,
  tenantId: TenantId,
  begin: string,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect().catch((error: unknown) => {
    throw connectionError(error)
  })
  const flight = new Flight(client)
  try {
    flight.send(begin)
    flight.send({ ...setTenant, values: [tenantId] })
    const result = await work(transactionOf(flight, tenantId))
    // Before the commit, so that a statement that wrote too little undoes everything.
    await flight.landed()
    await flight.send('commit')
    client.release()
    return result
  } catch (error) {
    // What no statement failed with is the work's own word, a refusal perhaps: it goes on as it is.
    const failure = flight.firstFailure === undefined ? error : databaseError(flight.firstFailure)
    const isClean = await flight.abandon()
    client.release(!isClean)
    throw failure
  }
}

function transactionOf(flight: Flight, tenantId: TenantId): TenantTx {
  return {
    tenantId,
    async rows<Row>(it: Statement, values: readonly unknown[]) {
      const result = await flight.send({ ...it, values: [tenantId, ...values] })
      return result.rows as Row[]
    },
    write(it, values, rows) {
      flight.sendWrite({ ...it, values: [tenantId, ...values] }, rows)
    },
  }
}

/** The statements under way on one connection. */
class Flight {
  firstFailure: unknown
  readonly #client: pg.PoolClient
  readonly #sent: Promise<unknown>[] = []

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  send(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    const answer = this.#client.query(query as pg.QueryConfig)
    this.#sent.push(answer)
    answer.catch((error: unknown) => {
      // Later statements only say that the transaction is aborted; the first failure is the reason.
      this.firstFailure ??= error
    })
    return answer
  }

  sendWrite(query: pg.QueryConfig, rows: number | undefined): void {
    const written = this.send(query).then((result) => {
      if (rows !== undefined && result.rowCount !== rows) {
        throw new Error(`${query.name} wrote ${result.rowCount} rows where ${rows} were due`)
      }
    })
    this.#sent.push(written)
    // Whoever waits for a later statement hears of that one first; unheard, this one would end the process.
    written.catch(() => undefined)
  }

  async landed(): Promise<void> {
    await Promise.all(this.#sent)
  }

  /** Rolls back; false when the connection can no longer be trusted. */
  async abandon(): Promise<boolean> {
    const rolledBack = this.send('rollback')
    await Promise.allSettled(this.#sent)
    return rolledBack.then(
      () => true,
      () => false,
    )
  }
}
