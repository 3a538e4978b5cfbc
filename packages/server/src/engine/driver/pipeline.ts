import type pg from 'pg'
import type { Statement } from './statement.ts'
import { type Parser, parserOf, type WireParameter, wireParameter } from './wire-values.ts'

/** The result of a statement: its rows, and the number of rows that it read or wrote. */
export type StatementResult = {
  readonly rows: Readonly<Record<string, unknown>>[]
  readonly rowCount: number
}

/**
 * Statements that are sent together, with one response. The driver sends each query with its own Sync
 * message, which costs both sides a system call and a wake-up for each; a pipeline has one for all of them.
 * The server skips the statements after a failed one; they fail with the same error.
 *
 * The driver runs it as one custom query: it calls the members without `#`.
 */
export class Pipeline implements pg.Submittable {
  readonly #queued: QueuedStatement[] = []
  readonly #answers: Promise<StatementResult>[] = []
  #next = 0
  #connection: pg.Connection | undefined

  /**
   * Adds a statement before the pipeline is passed to the driver. Throws synchronously for a value that
   * cannot be sent: the next statement may be a commit.
   */
  add({ name, text }: Statement, values: readonly unknown[]): Promise<StatementResult> {
    const parameters = values.map(wireParameter)
    const answer = new Promise<StatementResult>((resolve, reject) => {
      this.#queued.push({ name, text, parameters, rows: [], columns: null, resolve, reject })
    })
    this.#answers.push(answer)
    return answer
  }

  /** The names of the statements. */
  get names(): readonly string[] {
    return this.#queued.map((it) => it.name || 'unnamed')
  }

  /** Settles when every statement has its result; rejects with the first failure. */
  get answered(): Promise<unknown> {
    return Promise.all(this.#answers)
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    const prepared = preparedOn(connection)
    connection.stream.cork()
    try {
      for (const queued of this.#queued) send(connection, prepared, queued)
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  /**
   * Gives up the connection: pending and later statements fail with a lost session.
   */
  abort(): void {
    this.#connection?.stream.destroy()
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const queued = this.#current()
    queued.columns = fields.map((it) => ({ name: it.name, parse: parserOf(it.dataTypeID) }))
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { columns, rows } = this.#current()
    const row: Record<string, unknown> = {}
    for (let index = 0; index < fields.length; index += 1) {
      const column = columns?.[index]
      const text = fields[index] ?? null
      if (column !== undefined) row[column.name] = text === null ? null : column.parse(text)
    }
    rows.push(row)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const queued = this.#current()
    this.#next += 1
    this.#note(queued.name, queued.columns ?? [])
    queued.resolve({ rows: queued.rows, rowCount: Number(text.slice(text.lastIndexOf(' ') + 1)) || 0 })
  }

  /** An error of the server, or a lost connection; it may be called more than once. */
  handleError(error: unknown): void {
    this.#note(this.#queued[this.#next]?.name, null)
    const failed = this.#queued.slice(this.#next)
    this.#next = this.#queued.length
    for (const { reject } of failed) reject(error)
  }

  handleReadyForQuery(): void {
    if (this.#next === this.#queued.length) return
    this.handleError(new Error('the database answered fewer statements than it was sent'))
  }

  #note(name: string | undefined, columns: readonly Column[] | null): void {
    if (name && this.#connection !== undefined) preparedOn(this.#connection).set(name, columns)
  }

  #current(): QueuedStatement {
    const queued = this.#queued[this.#next]
    if (queued === undefined) throw new Error('the database answered more statements than it was sent')
    return queued
  }
}

type Field = { readonly name: string; readonly dataTypeID: number }
type Column = { readonly name: string; readonly parse: Parser }

type QueuedStatement = Statement & {
  readonly parameters: WireParameter[]
  readonly rows: Record<string, unknown>[]
  columns: readonly Column[] | null
  readonly resolve: (result: StatementResult) => void
  readonly reject: (error: unknown) => void
}

/** The columns of each statement that a connection has prepared; null while that is unknown. */
type Prepared = Map<string, readonly Column[] | null>

const preparedStatements = new WeakMap<pg.Connection, Prepared>()

function preparedOn(connection: pg.Connection): Prepared {
  const known = preparedStatements.get(connection)
  if (known !== undefined) return known
  const prepared: Prepared = new Map()
  preparedStatements.set(connection, prepared)
  return prepared
}

function send(connection: pg.Connection, prepared: Prepared, queued: QueuedStatement): void {
  const { name, text, parameters } = queued
  const columns = prepared.get(name) ?? null
  queued.columns = columns
  if (columns === null) {
    // A failed pipeline may have prepared it before; closing an unknown statement is no error.
    if (prepared.has(name)) connection.close({ type: 'S', name }, true)
    connection.parse({ name, text, types: [] }, true)
    if (name !== '') prepared.set(name, null)
  }
  connection.bind({ statement: name, values: parameters }, true)
  // The columns of a statement are requested once per connection.
  if (columns === null) connection.describe({ type: 'P', name: '' }, true)
  connection.execute({ portal: '', rows: '' }, true)
}
