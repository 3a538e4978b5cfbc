import pg from 'pg'

/** The database did not do it, or did not say whether it did. The same request may be sent again later. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly retryable = true
  /**
   * A session was lost under way. Whether its transaction was kept is only known when the commit was not sent yet;
   * reading and deciding again is right in both cases.
   */
  readonly isSessionLost: boolean

  constructor(message: string, isSessionLost: boolean, options?: ErrorOptions) {
    super(message, options)
    this.isSessionLost = isSessionLost
  }
}

/**
 * Another transaction was first: a lost race on a unique key, a deadlock, a serialisation failure. What was read is
 * out of date; reading again and deciding again settles it.
 */
export class LostRace extends Error {
  override readonly name = 'LostRace'
  readonly retryable = true
}

/** Whether reading and deciding again settles it: a lost race, and a session lost under way. */
export function isSettledByRepeating(error: unknown): boolean {
  return error instanceof LostRace || (error instanceof DatabaseUnavailable && error.isSessionLost)
}

/** What a failure to get a connection means: the database is away, and trying at once again is of no use. */
export function connectionError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError) return error
  return new DatabaseUnavailable('the database cannot be reached', false, { cause: error })
}

/** Tells what a failure of the driver means by its SQLSTATE. Anything else is a defect of ours and stays as it is. */
export function databaseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof DatabaseUnavailable || error instanceof LostRace) return error
  const state = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  if (lostRaces.has(state)) return new LostRace('another transaction was first', { cause: error })
  if (isOutage(error, state)) {
    const isSessionLost = lostSessions.some((it) => state.startsWith(it)) || state === ''
    return new DatabaseUnavailable('the database did not answer', isSessionLost, { cause: error })
  }
  return error
}

const UNIQUE_VIOLATION = '23505'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const lostRaces = new Set([UNIQUE_VIOLATION, SERIALIZATION_FAILURE, DEADLOCK])

/** Connection exceptions, and sessions that the server ended. */
const lostSessions = ['08', '57P01', '57P02']

/** Classes of SQLSTATE: connection trouble, no resources, operator intervention, system error; and lock time-outs. */
const outages = ['08', '53', '57', '58', '55P03', '25P03']

function isOutage(error: Error, state: string): boolean {
  // An error without a SQLSTATE is the socket's or the pool's: nothing of ours throws inside the driver.
  return state === '' ? !(error instanceof TypeError) : outages.some((it) => state.startsWith(it))
}
