import { expect, test } from 'vitest'
import { isPlanningDue } from './fresh-plans.ts'

test('plans are made anew after ever more transactions, for each connection by itself', () => {
  const dueAfter = (connection: object, most: number): number[] =>
    Array.from({ length: most }, (_, index) => index + 1).filter(() => isPlanningDue(connection))
  expect(dueAfter({}, 30)).toEqual([8, 16])
  expect(dueAfter({}, 7000)).toEqual([8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096])
})
