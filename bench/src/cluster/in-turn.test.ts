import { expect, test } from 'vitest'
import { mediansInTurn, msPerCall } from './in-turn.ts'

test('alternatives are measured in turn, and the first round is not counted', async () => {
  const order: string[] = []
  const medians = await mediansInTurn(['a', 'b'], 3, async (key) => {
    order.push(key)
    return order.length
  })
  expect(order).toEqual(['a', 'b', 'b', 'a', 'a', 'b', 'b', 'a'])
  // The medians of the second to the fourth round.
  expect(Object.fromEntries(medians)).toEqual({ a: 5, b: 6 })
})

test('the given number of callers wait at the same time, and each call is made once', async () => {
  const seen: number[] = []
  let waiting = 0
  let most = 0
  await msPerCall(4, 10, async (index) => {
    waiting += 1
    most = Math.max(most, waiting)
    await Promise.resolve()
    waiting -= 1
    seen.push(index)
  })
  expect(seen.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(most).toBe(4)
})
