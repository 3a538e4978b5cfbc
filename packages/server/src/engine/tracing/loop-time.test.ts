import { expect, test } from 'vitest'
import { mapInPieces } from './loop-time.ts'

test('others are served while a long list is mapped, and the results are in order', async () => {
  const items = Array.from({ length: 64 }, (_, index) => index)
  let served = 0
  const other = setInterval(() => {
    served += 1
  })
  const results = await mapInPieces(items, (it) => {
    const until = performance.now() + 1
    while (performance.now() < until);
    return it * 2
  })
  clearInterval(other)
  expect(results).toEqual(items.map((it) => it * 2))
  expect(served).toBeGreaterThan(1)
})
