/** How long is waited at most; 0 for as long as it takes. */
export type DatabaseTimeouts = {
  /** For a connection. */
  readonly connectionMs: number
  /** For a whole transaction with its connection. */
  readonly transactionMs: number
  /** What PostgreSQL waits: for a lock, for a statement to end, and for a transaction to go on. */
  readonly lockMs: number
  readonly statementMs: number
  readonly idleMs: number
}

/** By the role that a database is opened as. */
export const databaseTimeouts = {
  // PostgreSQL gives up before the request does: what was begun must not hold its locks when nobody waits any longer.
  service: { connectionMs: 2000, transactionMs: 3000, lockMs: 2000, statementMs: 2500, idleMs: 5000 },
  // An operator waits for a connection, and then for as long as it takes; but behind a lock others wait as well.
  owner: { connectionMs: 10_000, transactionMs: 0, lockMs: 1000, statementMs: 0, idleMs: 0 },
} satisfies Readonly<Record<string, DatabaseTimeouts>>
