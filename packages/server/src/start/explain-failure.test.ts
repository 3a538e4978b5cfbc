import pg from 'pg'
import { expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { DatabaseUnavailable } from '../engine/driver/database-error.ts'
import { quotedMessages } from '../testing/guides/quoted-messages.ts'
import { explainFailure } from './explain-failure.ts'
import { newerSchema, requireServer } from './prepare-database.ts'
import { StartError } from './start-error.ts'

function failure(code: string, syscall?: string): Error {
  return Object.assign(new Error('low-level words'), { code, ...(syscall === undefined ? {} : { syscall }) })
}

test('an error with an explanation is reported as it is', () => {
  expect(explainFailure(new ConfigError('PORT is wrong.'))).toBe('PORT is wrong.')
  expect(explainFailure(new StartError('Too old.'))).toBe('Too old.')
})

test('an unavailable port or address is reported as such', () => {
  expect(explainFailure(failure('EADDRINUSE', 'listen'))).toMatch(
    /^The service cannot listen: the port is already in use/,
  )
  expect(explainFailure(failure('EACCES', 'listen'))).toMatch(/port above 1023/)
  expect(explainFailure(failure('ENOTFOUND', 'getaddrinfo'))).toMatch(/^The service cannot listen: HOST/)
})

test('an unreachable database is reported as such, however deep the cause', () => {
  const refused = new AggregateError([failure('ECONNREFUSED', 'connect')])
  const unavailable = (cause: unknown) =>
    explainFailure(new DatabaseUnavailable('no answer', false, { cause }))
  expect(unavailable(refused)).toMatch(/^The database cannot be used: connection refused/)
  expect(unavailable(failure('ENOTFOUND', 'getaddrinfo'))).toMatch(/^The database cannot be used: the host/)
  expect(unavailable(new Error('timeout exceeded when trying to connect'))).toMatch(/timed out/)
  expect(explainFailure(failure('28P01'))).toMatch(/user or password in DATABASE_URL .* is wrong/)
  expect(explainFailure(failure('3D000'))).toMatch(/database named in DATABASE_URL does not exist/)
})

test('an unreachable node of a cluster is named, and not the address that this process was given', () => {
  const lost = (code: string, message: string, where?: string) => {
    const error = Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, where })
    return explainFailure(new DatabaseUnavailable('the connection was lost', true, { cause: error }))
  }
  const texts = [
    lost(
      '08006',
      'connection to the remote node goodword@10.0.0.7:5432 failed with the following error: Connection refused',
    ),
    lost('08006', 'could not establish any connections to the node 10.0.0.7:5432 after 30000 ms'),
    lost('XX000', 'failure on connection marked as essential: 10.0.0.7:5432'),
    lost(
      '57P01',
      'terminating connection due to administrator command',
      'while executing command on 10.0.0.7:5432',
    ),
  ]
  for (const text of texts) {
    expect(text).toMatch(
      /^The database cannot be used: the node 10\.0\.0\.7:5432 of the cluster is unreachable/,
    )
    expect(text).not.toContain('DATABASE_URL')
  }
  expect(lost('57P01', 'terminating connection due to administrator command')).not.toContain('node')
})

test('a TLS failure is reported as such, not as a timeout', () => {
  const unavailable = (code: string) =>
    explainFailure(new DatabaseUnavailable('no answer', false, { cause: failure(code) }))
  expect(unavailable('SELF_SIGNED_CERT_IN_CHAIN')).toMatch(
    /TLS certificate .* not signed by a known CA.* sslrootcert/,
  )
  expect(unavailable('DEPTH_ZERO_SELF_SIGNED_CERT')).toMatch(/sslrootcert/)
  expect(unavailable('CERT_HAS_EXPIRED')).toMatch(/TLS certificate of the server has expired/)
  expect(unavailable('ERR_TLS_CERT_ALTNAME_INVALID')).toMatch(/another host name/)
})

test('the guide on database providers quotes a message for each of these failures, and no other', () => {
  const inClear = new pg.DatabaseError('no pg_hba.conf entry for host "10.0.0.1", no encryption', 0, 'error')
  const messages = [
    ...[failure('SELF_SIGNED_CERT_IN_CHAIN'), failure('ERR_TLS_CERT_ALTNAME_INVALID')],
    ...[Object.assign(inClear, { code: '28000' }), new Error('unsupported startup parameter: options')],
  ].map((cause) => explainFailure(new DatabaseUnavailable('no answer', false, { cause })))
  const ofRights = quotedMessages.filter((it) => it.includes('lacks the right'))
  expect(ofRights).toHaveLength(1)
  expect(quotedMessages.toSorted()).toEqual([...messages, ...ofRights].toSorted())
})

test('a defect is not explained away', () => {
  expect(explainFailure(new TypeError('undefined is not a function'))).toBeNull()
  expect(explainFailure(failure('42703'))).toBeNull()
  expect(explainFailure('a text')).toBeNull()
})

test('PostgreSQL 15 is the oldest that works', () => {
  const facts = { fsync: 'on', fullPageWrites: 'on', synchronousCommit: 'on', searchPath: 'app' }
  expect(() => requireServer({ ...facts, version: 150_000 })).not.toThrow()
  expect(() => requireServer({ ...facts, version: 140_012 })).toThrow(/PostgreSQL 14\.12/)
})

test('a migration that is unknown here is a newer release’s', () => {
  const error = new Error('corrupted migrations: previously executed migration 0009_x is missing')
  expect(newerSchema(error)?.message).toContain('0009_x')
  expect(newerSchema(new Error('something else'))).toBeNull()
})
