import pg from 'pg'
import { expect, test } from 'vitest'
import {
  connectionError,
  DatabaseUnavailable,
  databaseError,
  isNoResponse,
  isRetryable,
  isSessionUseless,
  SerializationConflict,
} from './database-error.ts'

function failure(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('low-level words', 1, 'error'), { code })
}

test.each([
  ['08006', 'a connection that failed'],
  ['08P01', 'a pooler that lost its server'],
  ['25P03', 'a session ended for its silence in a transaction'],
  ['57P01', 'a server that stops'],
  ['57P02', 'a server that crashed'],
  ['57P04', 'a database that was dropped'],
  ['57P05', 'a session ended for its silence'],
])('%s, %s, is an outage that another connection may get around', (code) => {
  const error = databaseError(failure(code))
  expect(error).toMatchObject({ name: 'DatabaseUnavailable', retryable: true, isSessionLost: true })
  expect(isRetryable(error)).toBe(true)
  expect(isNoResponse(error)).toBe(false)
})

test.each(['ProcessWaitEvents', 'ErrorIfPostCommitFailedShardPlacements'])(
  'an internal error of %s, by which Citus reports the loss of a node, is a lost session',
  (routine) => {
    const error = Object.assign(failure('XX000'), { routine })
    expect(databaseError(error)).toMatchObject({ name: 'DatabaseUnavailable', isSessionLost: true })
    expect(databaseError(failure('XX000'))).not.toBeInstanceOf(DatabaseUnavailable)
  },
)

test.each([
  ['25006', 'a standby, which cannot be written to'],
  ['53100', 'a full disk'],
  ['53200', 'no memory left'],
  ['53300', 'no connection left'],
  ['55P03', 'a lock that is held for long'],
  ['57014', 'a statement that takes long'],
  ['57P03', 'a server that is starting'],
  ['58030', 'a disk that fails'],
])('%s, %s, is an outage', (code) => {
  expect(databaseError(failure(code))).toMatchObject({ name: 'DatabaseUnavailable', retryable: true })
})

test.each([
  ['55P03', 'lock timeout: another transaction holds a row for long'],
  ['57014', 'statement timeout: a statement took too long'],
  ['25006', 'the database is read-only (a standby)'],
  ['57P05', 'the database ended the session'],
  ['58030', 'the database reported a system error'],
])('%s is named as what it is', (code, message) => {
  expect(databaseError(failure(code))).toMatchObject({ message })
})

test('a connection that breaks is named as what it is', () => {
  expect(databaseError(new Error('Connection terminated unexpectedly'))).toMatchObject({
    message: 'the connection to the database was lost',
  })
})

test('a file that cannot grow is an outage, though PostgreSQL has no code of its own for it', () => {
  const cannotGrow = Object.assign(failure('XX000'), { file: 'md.c', routine: 'mdextend' })
  expect(databaseError(cannotGrow)).toMatchObject({ name: 'DatabaseUnavailable', isSessionLost: false })
})

test.each(['25006', '53100', '53200', '53300', '55P03', '57014', '58030'])(
  '%s gets no better by trying at once again',
  (code) => {
    expect(isRetryable(databaseError(failure(code)))).toBe(false)
  },
)

test.each(['23505', '40001', '40P01'])('%s is a serialization conflict', (code) => {
  expect(databaseError(failure(code))).toBeInstanceOf(SerializationConflict)
})

test.each(['23514', '42703', '42501', '22012', '25P02', 'XX000', 'XX001'])(
  '%s is for us to look into',
  (code) => {
    const error = failure(code)
    expect(databaseError(error)).toBe(error)
  },
)

test('a connection is given up where another may do better, and kept where it would do no better', () => {
  const useless = ['25006', '57P01', '08006'].map((code) => isSessionUseless(databaseError(failure(code))))
  const good = ['23505', '57014', '55P03', '53100'].map((code) =>
    isSessionUseless(databaseError(failure(code))),
  )
  expect([...useless, ...good]).toEqual([true, true, true, false, false, false, false])
})

test('a socket that breaks is a silent outage, at work and while connecting', () => {
  const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  expect(databaseError(broken)).toMatchObject({ isSessionLost: true })
  expect(connectionError(broken)).toMatchObject({ isSessionLost: false })
  expect([databaseError(broken), connectionError(broken)].map(isNoResponse)).toEqual([true, true])
})

test('a server that refuses a connection with a reason has responded', () => {
  const refused = connectionError(failure('53300'))
  expect(refused).toBeInstanceOf(DatabaseUnavailable)
  expect(isNoResponse(refused)).toBe(false)
})

test('a mistake of ours is no outage', () => {
  const mistake = new TypeError('undefined is not a function')
  expect(databaseError(mistake)).toBe(mistake)
  expect(connectionError(mistake)).toBe(mistake)
})
