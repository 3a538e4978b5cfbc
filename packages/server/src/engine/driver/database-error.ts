import pg from 'pg'

/** The database did not do it, or did not say whether it did. The same request may be sent again later. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly retryable = true
  /**
   * A session was lost during a transaction. It is certainly rolled back only if the commit was not sent yet;
   * reading and deciding again is right in both cases.
   */
  readonly isSessionLost: boolean

  constructor(message: string, isSessionLost: boolean, options?: ErrorOptions) {
    super(message, options)
    this.isSessionLost = isSessionLost
  }
}

/**
 * Another transaction was first: a violated unique key, a deadlock, a serialization failure. What was read is
 * out of date; reading again and deciding again settles it.
 */
export class SerializationConflict extends Error {
  override readonly name = 'SerializationConflict'
  readonly retryable = true
}

/** Whether a repeat can succeed: a serialization conflict, or a connection that was lost during the transaction. */
export function isRetryable(error: unknown): boolean {
  return error instanceof SerializationConflict || isSessionLost(error)
}

/** Whether two transactions waited for each other, and this one was rolled back. */
export function isDeadlock(error: unknown): boolean {
  const cause = error instanceof SerializationConflict ? error.cause : undefined
  return cause instanceof pg.DatabaseError && cause.code === DEADLOCK
}

export function isSessionLost(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.isSessionLost
}

/** Whether the connection that a failure came through is of no more use: a new one may lead to a primary. */
export function isSessionUseless(error: unknown): boolean {
  return isSessionLost(error) || stateOf(error) === READ_ONLY
}

function stateOf(error: unknown): string | undefined {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  return cause instanceof pg.DatabaseError ? cause.code : undefined
}

/** A failure to get a connection: the database is unavailable, and an immediate retry is of no use. */
export function connectionError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError) return error
  return new DatabaseUnavailable('cannot connect to the database', false, { cause: error })
}

/** Classifies a failure of the driver by its SQLSTATE. Anything else is a defect of ours and is not changed. */
export function databaseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof DatabaseUnavailable || error instanceof SerializationConflict) return error
  const state = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  if (conflicts.has(state))
    return new SerializationConflict('another transaction was first', { cause: error })
  if (isOutage(error, state)) {
    const isSessionLost = state === '' || lostSessions.some((it) => state.startsWith(it)) || isNodeLost(error)
    return new DatabaseUnavailable(outageText(error, state), isSessionLost, { cause: error })
  }
  return error
}

/** The cause of an outage, in the words of PostgreSQL's manual. */
function outageText(error: Error, state: string): string {
  const exact = outageTexts.find(([prefix]) => state.startsWith(prefix))
  if (state !== '' && exact !== undefined) return exact[1]
  if (isNodeLost(error)) return 'the connection to a node of the database was lost'
  return error instanceof pg.DatabaseError && state !== ''
    ? 'the database reported a system error'
    : 'the connection to the database was lost'
}

/** Texts by SQLSTATE or its class, the more exact one first. */
const outageTexts: readonly (readonly [prefix: string, text: string])[] = [
  ['55P03', 'lock timeout: another transaction holds a row for long'],
  ['57014', 'statement timeout: a statement took too long'],
  ['57P01', 'the database ended the session, as at a shutdown'],
  ['57P02', 'the database crashed and restarts'],
  ['57P03', 'the database is starting up or shutting down'],
  ['53100', 'the disk of the database is full'],
  ['53200', 'the database is out of memory'],
  ['53300', 'the database has no free connection (max_connections)'],
  ['25006', 'the database is read-only (a standby)'],
  ['25P03', 'the database ended a transaction that was idle for too long'],
  ['08', 'the connection to the database was lost'],
  ['53', 'the database lacks resources'],
  ['57P', 'the database ended the session'],
  ['57', 'the database cancelled the statement'],
]

/** Whether the database could not write, or read, its files: the disk is full, or they may not grow. */
export function isWithoutRoom(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : undefined
  if (!(cause instanceof pg.DatabaseError)) return false
  return cause.code === DISK_FULL || FILE_SOURCES.includes(cause.file ?? '')
}

/** Whether the database cancelled the statement because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return stateOf(error) === CANCELLED
}

/** Whether the database itself has not said a word: a failure that has no SQLSTATE. */
export function isNoResponse(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && !(error.cause instanceof pg.DatabaseError)
}

const UNIQUE_VIOLATION = '23505'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const conflicts = new Set([UNIQUE_VIOLATION, SERIALIZATION_FAILURE, DEADLOCK])

/** A write came to a standby, after a failover perhaps. */
const READ_ONLY = '25006'
/** The server ended a session that was silent in a transaction for too long. */
const IDLE_IN_TRANSACTION = '25P03'
const LOCK_NOT_AVAILABLE = '55P03'
const CANCELLED = '57014'
const DISK_FULL = '53100'
const INTERNAL_ERROR = 'XX000'

/** Connection exceptions, and sessions that the server ended: stopping, crashing, losing the database, idle. */
const lostSessions = ['08', '57P', IDLE_IN_TRANSACTION]

/**
 * Classes of SQLSTATE and single ones: connection trouble, no resources (disk, memory, connections), operator
 * intervention and statement time-outs, system errors, lock time-outs, standbys.
 */
const outages = [...lostSessions, '53', '57', '58', LOCK_NOT_AVAILABLE, READ_ONLY]

/**
 * Where PostgreSQL reads and writes its files. What fails there (a file that may not grow or be opened, a used-up quota)
 * is reported as an internal error or as a lack of rights, and does not depend on the statement.
 */
const FILE_SOURCES = ['fd.c', 'md.c', 'relmapper.c', 'slru.c', 'smgr.c', 'xlog.c']

/**
 * The functions of Citus that report as an internal error that another node was lost, or that their own server shuts down or
 * crashes.
 */
const CITUS_LOSSES = [
  'CheckRemoteTransactionsHealth',
  'ErrorIfPostCommitFailedShardPlacements',
  'FetchRemoteIntermediateResult',
  'FinishConnectionIO',
  'FinishConnectionListEstablishment',
  'FinishRemoteTransactionPrepare',
  'MarkRemoteTransactionFailed',
  'ProcessWaitEvents',
  'ProcessWaitEventsForSocketClosed',
  'ScheduleNextPlacementExecution',
  'WaitForAllConnections',
]

function isNodeLost(error: Error): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === INTERNAL_ERROR &&
    CITUS_LOSSES.includes(error.routine ?? '')
  )
}

function isOutage(error: Error, state: string): boolean {
  // An error without a SQLSTATE is the socket's or the pool's: nothing of ours throws inside the driver.
  if (state === '') return !(error instanceof TypeError)
  if (outages.some((it) => state.startsWith(it))) return true
  if (isNodeLost(error)) return true
  return error instanceof pg.DatabaseError && FILE_SOURCES.includes(error.file ?? '')
}
