import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailable, SerializationConflict } from './database-error.ts'
import { retryOnConflict } from './tenant-tx.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const lost = new DatabaseUnavailable('the connection to the database was lost', true)
const conflict = new SerializationConflict('another transaction was first')
const refused = new DatabaseUnavailable('cannot connect to the database', false)

test.each([
  ['five conflicts', conflict, 0, 5],
  ['five conflicts of three seconds each', conflict, 3000, 5],
  ['connections that are lost after half a second each', lost, 500, 4],
  ['connections that are lost after as long as a transaction may take', lost, 3000, 1],
  ['a failure that a repeat cannot mend', refused, 0, 1],
])('the caller gets the failure after %s', async (_, failure, tookMs, attempts) => {
  let begun = 0
  const work = async () => {
    begun += 1
    vi.advanceTimersByTime(tookMs)
    throw failure
  }
  await expect(retryOnConflict(work)).rejects.toBe(failure)
  expect(begun).toBe(attempts)
})

test('a repeat that succeeds is the result', async () => {
  const failures: Error[] = [conflict, lost]
  const work = async () => {
    const failure = failures.shift()
    if (failure !== undefined) throw failure
    return 'done'
  }
  expect(await retryOnConflict(work)).toBe('done')
})
