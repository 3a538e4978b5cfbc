import { expect, test } from 'vitest'
import { explainFailure } from './cluster.ts'

const cases = [
  ['FATAL:  could not write file "x": No space left on device', 'the disk is full.'],
  ['FATAL:  could not write to file "x": File too large', 'size limit of the system (ulimit -f).'],
  ['FATAL:  could not open file "x": Read-only file system', 'the disk is read-only.'],
  ['FATAL:  could not open directory "x": Permission denied', 'permission denied for its files'],
  [
    'FATAL:  could not map anonymous shared memory: Cannot allocate memory\nHINT:  reduce shared_buffers',
    'not enough memory',
  ],
  [
    'initdb: error: could not look up effective user ID 123456: user does not exist',
    'has no name on this machine',
  ],
  ['LOG:  starting\nFATAL:  something new\nLOG:  shut down', 'FATAL:  something new'],
  ['', 'PostgreSQL wrote no error message.'],
] as const

test.each(cases)('%j is explained by %j in one line', (output, reason) => {
  const error = explainFailure('The database could not be started', '/data', output)
  expect(error.message).toContain(`The database could not be started in /data: `)
  expect(error.message).toContain(reason)
  expect(error.message).not.toContain('\n')
})

test('the last words of PostgreSQL are the cause', () => {
  const output = Array.from({ length: 50 }, (_, line) => `LOG:  line ${line}`).join('\n')
  const { cause } = explainFailure('It failed', '/data', output)
  expect(String(cause)).toContain('line 49')
  expect(String(cause)).not.toContain('line 29\n')
})
