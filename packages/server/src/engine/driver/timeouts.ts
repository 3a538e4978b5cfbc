import { DatabaseUnavailable, isSessionLost } from './database-error.ts'

/** A deadline for responses. PostgreSQL's own timeouts do not help against a network that drops packets. */
export class Deadline {
  readonly #endsAt: number
  // A timer may be a moment early by the clock that it was set by.
  #hasEnded = false

  /** `timeoutMs` from now on; null is no timeout. */
  constructor(timeoutMs: number | null) {
    this.#endsAt = timeoutMs === null ? Number.POSITIVE_INFINITY : performance.now() + timeoutMs
  }

  /** Calls it at the deadline, unless the returned function is called before. */
  whenOver(act: () => void): () => void {
    if (this.#endsAt === Number.POSITIVE_INFINITY) return () => undefined
    const timer = setTimeout(
      () => {
        this.#hasEnded = true
        act()
      },
      Math.max(1, this.#endsAt - performance.now()),
    )
    return () => clearTimeout(timer)
  }

  /**
   * The meaning of a failure after the timeout: it is unknown whether the database executed it, and an immediate retry
   * would only make the caller wait longer.
   */
  explain(failure: unknown): unknown {
    if (!this.#hasEnded || !isSessionLost(failure)) return failure
    return new DatabaseUnavailable('transaction timeout: the database took too long', false, {
      cause: causeOf(failure),
    })
  }
}

function causeOf(failure: unknown): unknown {
  return failure instanceof Error ? failure.cause : failure
}

/** The timeouts; 0 is none. */
export type DatabaseTimeouts = {
  /** The time limit of a connection. */
  readonly connectionMs: number
  /** The time limit of a whole transaction with its connection. */
  readonly transactionMs: number
  /** PostgreSQL's timeouts: for a lock, for a statement, and for an idle transaction. */
  readonly lockMs: number
  readonly statementMs: number
  readonly idleMs: number
}

/** The timeouts by the role that a database is opened as. */
export const databaseTimeouts = {
  // PostgreSQL gives up before the request does: an abandoned transaction must not keep its locks.
  service: { connectionMs: 2000, transactionMs: 3000, lockMs: 2000, statementMs: 2500, idleMs: 5000 },
  // An operator waits for a connection, and then for as long as it takes; but behind a lock others wait as well.
  owner: { connectionMs: 10_000, transactionMs: 0, lockMs: 1000, statementMs: 0, idleMs: 0 },
} satisfies Readonly<Record<string, DatabaseTimeouts>>
