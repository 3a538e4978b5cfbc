import { expect, test } from 'vitest'
import { connectionsOf } from './observe.ts'

const pool = (totalCount: number, idleCount: number, waitingCount: number, turns = 0) => ({
  pool: { totalCount, idleCount, waitingCount, options: { max: 8 } },
  waiting: () => turns,
})

test('transactions are pending only when every connection of the pool is in use', () => {
  expect(connectionsOf(pool(8, 0, 3))).toEqual({ inUse: 8, idle: 0, most: 8, waiting: 3 })
  // The checks of a scrape wait for the rest of their turn of the event loop.
  expect(connectionsOf(pool(3, 3, 2))).toMatchObject({ waiting: 0 })
  expect(connectionsOf(pool(7, 0, 1))).toMatchObject({ waiting: 0 })
  expect(connectionsOf(pool(8, 2, 0, 5))).toMatchObject({ waiting: 5 })
})
