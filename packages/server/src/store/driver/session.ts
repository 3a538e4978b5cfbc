import type pg from 'pg'
import type { Span } from '../../platform/tracing/tracing.ts'
import { databaseError, isSessionUseless } from './database-error.ts'
import { fail, statementsSpan } from './database-spans.ts'
import type { Deadline } from './deadline.ts'
import { Pipeline, type StatementResult } from './pipeline.ts'
import type { Statement } from './statement.ts'

const commit: Statement = { name: 'tx.commit', text: 'commit' }
const rollback: Statement = { name: 'tx.rollback', text: 'rollback' }

/** The use of a connection by one piece of work. What is sent without waiting in between leaves in one pipeline. */
export class Session {
  readonly #client: pg.PoolClient
  readonly #deadline: Deadline
  readonly #span: Span | null
  readonly #sent: Promise<unknown>[] = []
  #firstFailure: unknown
  #pending: Pipeline | undefined
  /** The first pipeline: it knows the connection as soon as anybody does. */
  #first: Pipeline | undefined
  #isOver = false
  #statements = 0

  /** `span` is that of the transaction, where tracing is on. */
  constructor(client: pg.PoolClient, deadline: Deadline, span: Span | null = null) {
    this.#client = client
    this.#deadline = deadline
    this.#span = span
  }

  /** How many statements were sent. */
  get statements(): number {
    return this.#statements
  }

  /** Does the work and gives the connection back. Throws what the database said of it first, or the work’s own word. */
  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const stopWaiting = this.#deadline.whenOver(() => {
      this.#isOver = true
      this.#first?.abort()
    })
    try {
      const result = await work(this)
      this.#client.release()
      return result
    } catch (error) {
      // What no statement failed with is the work's own word, a refusal perhaps: it goes on as it is.
      const failure = this.#firstFailure === undefined ? error : databaseError(this.#firstFailure)
      if (this.#span !== null) fail(this.#span, this.#firstFailure ?? error)
      const isClean = await this.#abandon()
      this.#client.release(!isClean || isSessionUseless(failure))
      throw this.#deadline.explain(failure)
    } finally {
      stopWaiting()
    }
  }

  send(it: Statement, values: readonly unknown[]): Promise<StatementResult> {
    const result = this.#nextFlight().add(it, values)
    this.#statements += 1
    this.#sent.push(result)
    result.catch((error: unknown) => {
      // Later statements only say that the transaction is aborted; the first failure is the reason.
      this.#firstFailure ??= error
    })
    return result
  }

  /** Sends a statement that writes `rows` rows, or it is a defect of ours; undefined for any number. */
  sendWrite(it: Statement, values: readonly unknown[], rows: number | undefined): void {
    const written = this.send(it, values).then(({ rowCount }) => {
      if (rows !== undefined && rowCount !== rows) {
        throw new Error(`${it.name} wrote ${rowCount} rows where ${rows} were due`)
      }
    })
    this.#sent.push(written)
    // Whoever waits for a later statement hears of that one first; unheard, this one would end the process.
    written.catch(() => undefined)
  }

  /** Commits in one pipeline with what was sent last: the server skips it when a statement before it fails. */
  async commit(): Promise<void> {
    this.send(commit, [])
    await Promise.all(this.#sent)
  }

  #nextFlight(): Pipeline {
    if (this.#pending !== undefined) return this.#pending
    const pipeline = new Pipeline()
    this.#pending = pipeline
    // After everything that the work at hand still sends.
    process.nextTick(() => {
      this.#pending = undefined
      this.#first ??= pipeline
      this.#client.query(pipeline)
      if (this.#span !== null) statementsSpan(this.#span, pipeline.names, pipeline.answered)
      if (this.#isOver) this.#first.abort()
    })
    return pipeline
  }

  /** Rolls back; false when the connection can no longer be trusted. */
  async #abandon(): Promise<boolean> {
    const rolledBack = this.send(rollback, [])
    await Promise.allSettled(this.#sent)
    return rolledBack.then(
      () => true,
      () => false,
    )
  }
}
