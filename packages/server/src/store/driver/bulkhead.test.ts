import type { TenantId } from '@goodword/domain/ids'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Bulkhead } from './bulkhead.ts'
import { DatabaseUnavailable } from './database-error.ts'

const noResponse = new DatabaseUnavailable('no answer', false)
const cancelled = new DatabaseUnavailable('statement timeout', false, {
  cause: Object.assign(new pg.DatabaseError('canceling statement', 1, 'error'), { code: '57014' }),
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const acme = 'acme' as TenantId
const other = 'other' as TenantId
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

test('runs so many transactions at once, and the next one when one ends, in the order of arrival', async () => {
  const bulkhead = new Bulkhead({ atOnce: 2, perTenant: 2, waitMs: 2000 })
  const { begun, work } = heldWork()
  const results = Promise.allSettled(Array.from({ length: 4 }, () => bulkhead.during(acme, work)))
  await turn()
  expect(begun).toHaveLength(2)
  begun[1]?.resolve('second')
  await turn()
  expect(begun).toHaveLength(3)
  begun[0]?.reject(new Error('refused'))
  await turn()
  expect(begun).toHaveLength(4)
  begun[2]?.resolve('third')
  begun[3]?.resolve('fourth')
  expect((await results).map((it) => (it.status === 'fulfilled' ? it.value : String(it.reason)))).toEqual([
    'Error: refused',
    'second',
    'third',
    'fourth',
  ])
})

test('a tenant whose transactions do not end leaves places for others, and goes on when one ends', async () => {
  const bulkhead = new Bulkhead({ atOnce: 3, perTenant: 2, waitMs: 2000 })
  const { begun, work } = heldWork()
  const held = Array.from({ length: 4 }, () => bulkhead.during(acme, work))
  await turn()
  expect(begun).toHaveLength(2)
  expect(await bulkhead.during(other, async () => 'done')).toBe('done')
  expect(begun).toHaveLength(2)
  for (let index = 0; index < 4; index += 1) {
    begun[index]?.resolve('done')
    await turn()
  }
  await Promise.all(held)
})

test('a transaction that waits too long for its turn fails, and takes no place', async () => {
  const bulkhead = new Bulkhead({ atOnce: 1, perTenant: 1, waitMs: 500 })
  const { begun, work } = heldWork()
  const first = bulkhead.during(acme, work)
  const second = bulkhead.during(acme, work).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(500)
  expect(await second).toMatchObject({ name: 'DatabaseUnavailable' })
  begun[0]?.resolve('done')
  expect(await first).toBe('done')
  expect(await bulkhead.during(acme, async () => 'next')).toBe('next')
  expect(begun).toHaveLength(1)
})

test.each([
  ['that does not respond', noResponse],
  ['whose statements are cancelled after their timeout', cancelled],
])('a node %s is probed by one transaction at a time; all others fail at once', async (_, failure) => {
  const bulkhead = new Bulkhead({ atOnce: 2, perTenant: 2, waitMs: 2000 })
  const { begun, work } = heldWork()
  const first = bulkhead.during(acme, work).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2500)
  begun[0]?.reject(failure)
  expect(await first).toBe(failure)
  const probe = bulkhead.during(acme, work)
  await expect(bulkhead.during(acme, work)).rejects.toThrow('circuit breaker open')
  expect(begun).toHaveLength(2)
  begun[1]?.resolve('back')
  expect(await probe).toBe('back')
  const both = [bulkhead.during(acme, work), bulkhead.during(acme, work)]
  await turn()
  expect(begun).toHaveLength(4)
  for (const it of begun) it.resolve('done')
  expect(await Promise.all(both)).toEqual(['done', 'done'])
})
