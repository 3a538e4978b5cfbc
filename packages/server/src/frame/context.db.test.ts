import { describe, expect, test } from 'vitest'
import { SerializationConflict } from '../engine/driver/database-error.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, START } from '../testing/test-tenant.ts'
import type { Context } from './context.ts'
import { moveTestClock } from './rows/test-clocks.ts'

const DAY_MS = 86_400_000
const db = await createTestDatabase()
const live = await makeTestTenant(db, 'acme')
const inTest = await makeTestTenant(db, 'test_acme')

/** Fails so many times as if another transaction had been first; returns how often it was tried. */
function conflictingWork(failures: number) {
  let tries = 0
  return async () => {
    tries += 1
    if (tries <= failures) throw new SerializationConflict('another transaction was first')
    return tries
  }
}

describe('writeTenant', () => {
  test('a transaction is repeated after a serialization conflict, five times at most', async () => {
    expect(await live.ctx.writeTenant(live.id, conflictingWork(2))).toBe(3)
    const hopeless = live.ctx.writeTenant(live.id, conflictingWork(5))
    await expect(hopeless).rejects.toBeInstanceOf(SerializationConflict)
  })

  test('a serialization conflict is left to a caller who must not write twice', async () => {
    const once = live.ctx.writeTenant(live.id, conflictingWork(1), { retry: 'never' })
    await expect(once).rejects.toBeInstanceOf(SerializationConflict)
  })

  test('a transaction is not repeated after a failure of another kind', async () => {
    let tries = 0
    const failing = live.ctx.writeTenant(live.id, async () => {
      tries += 1
      throw new Error('no such account')
    })
    await expect(failing).rejects.toThrow('no such account')
    expect(tries).toBe(1)
  })
})

test('a transaction has the time of its tenant: the machine’s on a live one, and the moved one on a test tenant', async () => {
  await inTest.ctx.writeTenant(inTest.id, async (tx) => moveTestClock(tx, DAY_MS, { from: 0, to: 0 }))
  for (const how of ['readTenant', 'writeTenant'] as const) {
    expect(await live.ctx[how](live.id, async (tx) => tx.now)).toBe(START)
    expect(await inTest.ctx[how](inTest.id, async (tx) => tx.now)).toBe(START + DAY_MS)
  }
})

test('ids begin with the time of the transaction, and are in order', async () => {
  const ids = await live.ctx.writeTenant(live.id, async (tx) => [tx.newId<string>(), tx.newId<string>()])
  expect(ids.map((it) => Number.parseInt(it.replaceAll('-', '').slice(0, 12), 16))).toEqual([START, START])
  expect(ids.toSorted()).toEqual(ids)
})

test('a singleton is made once for each context', async () => {
  const made = (ctx: Context) => ({ ctx })
  expect(live.ctx.singleton(made)).toBe(live.ctx.singleton(made))
  expect(live.ctx.singleton(made)).not.toBe(inTest.ctx.singleton(made))
  expect(inTest.ctx.singleton(made).ctx).toBe(inTest.ctx)
})
