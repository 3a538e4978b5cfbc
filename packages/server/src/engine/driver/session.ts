import pg from 'pg'
import { noteWork } from '../tracing/loop-time.ts'
import { currentActivity, type Span, startSpan } from '../tracing/tracing.ts'
import { databaseError, isSessionUseless } from './database-error.ts'
import { Pipeline, type StatementResult } from './pipeline.ts'
import type { Statement } from './statement.ts'
import type { Deadline } from './timeouts.ts'

const commit: Statement = { name: 'tx.commit', text: 'commit' }
const rollback: Statement = { name: 'tx.rollback', text: 'rollback' }

/** The use of a connection by one piece of work. Statements that are sent without a wait in between form one pipeline. */
export class Session {
  readonly #client: pg.PoolClient
  readonly #deadline: Deadline
  readonly #span: Span | null
  readonly #sent: Promise<unknown>[] = []
  #firstFailure: unknown
  #pending: Pipeline | undefined
  /** The first pipeline: it has the connection first. */
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

  /** Runs the work and releases the connection. Throws the first error of the database, or the work’s own error. */
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
      // An error that no statement failed with is the work's own, for example a refusal: it is rethrown as it is.
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
    const result = this.#nextPipeline().add(it, values)
    this.#statements += 1
    this.#sent.push(result)
    result.catch((error: unknown) => {
      // Later statements only report that the transaction is aborted; the first failure is the reason.
      this.#firstFailure ??= error
    })
    return result
  }

  /** Sends a statement that must write `rows` rows, else it is a defect of ours; undefined for any number. */
  sendWrite(it: Statement, values: readonly unknown[], rows: number | undefined): void {
    const written = this.send(it, values).then(({ rowCount }) => {
      if (rows !== undefined && rowCount !== rows) {
        throw new Error(`${it.name} wrote ${rowCount} rows where ${rows} were due`)
      }
    })
    this.#sent.push(written)
    // The caller of a later statement gets that failure first; without a handler, this rejection would end the process.
    written.catch(() => undefined)
  }

  /** Commits in one pipeline with the last statements: the server skips it when a statement before it fails. */
  async commit(): Promise<void> {
    this.send(commit, [])
    await Promise.all(this.#sent)
  }

  #nextPipeline(): Pipeline {
    if (this.#pending !== undefined) return this.#pending
    const pipeline = new Pipeline()
    this.#pending = pipeline
    // After all statements that the running work still sends.
    process.nextTick(() => {
      this.#pending = undefined
      this.#first ??= pipeline
      this.#client.query(pipeline)
      noteWork(currentActivity() ?? null)
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

/** The attributes that the conventions for database spans require. */
const SYSTEM = { 'db.system.name': 'postgresql' }
const MAX_SUMMARY = 255

/** The span of a transaction, below that of the request or batch that runs; null where tracing is off. */
export function transactionSpan(): Span | null {
  const parent = currentActivity()?.span ?? null
  return parent === null ? null : startSpan('transaction', { kind: 'INTERNAL', parent, attributes: SYSTEM })
}

/**
 * The span of a pipeline, below that of its transaction. Statements are named by noun and verb,
 * such as `account.lock`; neither their text nor their values are reported.
 */
function statementsSpan(parent: Span, names: readonly string[], answered: Promise<unknown>): void {
  const summary = names.join(' ').slice(0, MAX_SUMMARY)
  const isBatch = names.length > 1
  const span = startSpan(isBatch ? 'BATCH' : summary, {
    kind: 'CLIENT',
    parent,
    attributes: {
      ...SYSTEM,
      'db.operation.name': isBatch ? 'BATCH' : summary,
      'db.query.summary': summary,
      ...(isBatch ? { 'db.operation.batch.size': names.length } : {}),
    },
  })
  if (span === null) return
  answered.then(
    () => span.end(),
    (error: unknown) => {
      fail(span, error)
      span.end()
    },
  )
}

/** Marks the span as failed, with the SQLSTATE where the database gave one. */
export function fail(span: Span, error: unknown): void {
  const state = error instanceof pg.DatabaseError ? error.code : undefined
  if (state !== undefined) span.setAttribute('db.response.status_code', state)
  span.setAttribute('error.type', state ?? (error instanceof Error ? error.name : 'unknown'))
  span.setStatus({ code: ERROR })
}

/** `SpanStatusCode.ERROR` of OpenTelemetry, which is not loaded here. */
const ERROR = 2
