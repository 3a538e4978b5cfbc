import type { TenantId } from '@goodword/domain/values/ids'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from './database-error.ts'
import { Bulkhead } from './node-bulkheads.ts'
import { turnLimitsOf } from './turns/pool-turns.ts'

const noResponse = new DatabaseUnavailable('no answer', false)
const cancelled = new DatabaseUnavailable('statement timeout', false, {
  cause: Object.assign(new pg.DatabaseError('canceling statement', 1, 'error'), { code: '57014' }),
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const acme = 'acme' as TenantId
const turn = () => vi.advanceTimersByTimeAsync(0)

/** Work that runs until the test ends it. */
function heldWork() {
  const begun: PromiseWithResolvers<string>[] = []
  const work = () => {
    const held = Promise.withResolvers<string>()
    begun.push(held)
    return held.promise
  }
  return { begun, work }
}

test.each([
  ['that does not respond', noResponse],
  ['whose statements are cancelled after their timeout', cancelled],
])('a node %s is probed by one transaction at a time; all others fail at once', async (_, failure) => {
  const bulkhead = new Bulkhead(turnLimitsOf(2, 2, 2000))
  const { begun, work } = heldWork()
  const first = bulkhead.during(acme, 'call', work).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2500)
  begun[0]?.reject(failure)
  expect(await first).toBe(failure)
  const probe = bulkhead.during(acme, 'call', work)
  await expect(bulkhead.during(acme, 'call', work)).rejects.toThrow('circuit breaker open')
  expect(begun).toHaveLength(2)
  begun[1]?.resolve('back')
  expect(await probe).toBe('back')
  const both = [bulkhead.during(acme, 'call', work), bulkhead.during(acme, 'call', work)]
  await turn()
  expect(begun).toHaveLength(4)
  for (const it of begun) it.resolve('done')
  expect(await Promise.all(both)).toEqual(['done', 'done'])
})
