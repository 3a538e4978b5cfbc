import pg from 'pg'
import { expect, test } from 'vitest'
import { HELD_MS, WriteFailures } from './database.ts'
import { databaseError } from './database-error.ts'

const failure = (fields: object) =>
  databaseError(Object.assign(new pg.DatabaseError('failed', 1, 'error'), fields))

function watched() {
  const time = { now: 0 }
  return { time, failures: new WriteFailures({ now: () => time.now }) }
}

test.each([
  ['a full disk', { code: '53100' }, 'the disk of the database is full'],
  ['a table that may not grow', { code: '54000', file: 'md.c' }, 'the database reported a system error'],
  ['a log that may not grow', { code: 'XX000', file: 'xlog.c' }, 'the database reported a system error'],
])('%s is a problem for half a minute after the last write that failed', (_, fields, message) => {
  const { time, failures } = watched()
  expect(failures.problem()).toBeNull()
  failures.note(failure(fields))
  time.now = HELD_MS - 1
  expect(failures.problem()).toBe(`writes fail: ${message}`)
  failures.note(failure(fields))
  time.now = 2 * HELD_MS - 2
  expect(failures.problem()).not.toBeNull()
  time.now = 2 * HELD_MS - 1
  expect(failures.problem()).toBeNull()
})

test.each([
  ['a refusal', new Error('no')],
  ['a unique key', failure({ code: '23505' })],
  ['a statement timeout', failure({ code: '57014' })],
  ['a lost connection', databaseError(new Error('Connection terminated unexpectedly'))],
])('%s is none', (_, error) => {
  const { failures } = watched()
  failures.note(error)
  expect(failures.problem()).toBeNull()
})
