import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'

test('the limit of work runs at a time, and the rest in the order in which it came, also after failures', async () => {
  const inTurn = atMost(2)
  const ends: ((isGood: boolean) => void)[] = []
  const begun: number[] = []
  const results = Array.from({ length: 6 }, (_, index) =>
    inTurn(() => {
      begun.push(index)
      return new Promise<number>((resolve, reject) =>
        ends.push((isGood) => (isGood ? resolve(index) : reject(new Error(`${index}`)))),
      )
    }).catch((error: Error) => `failed ${error.message}`),
  )
  const settle = () => new Promise(setImmediate)
  await settle()
  expect(begun).toEqual([0, 1])
  ends[1]?.(false)
  await settle()
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.(true)
  ends[2]?.(true)
  await settle()
  expect(begun).toEqual([0, 1, 2, 3, 4])
  ends[3]?.(true)
  ends[4]?.(true)
  await settle()
  ends[5]?.(false)
  expect(await Promise.all(results)).toEqual([0, 'failed 1', 2, 3, 4, 'failed 5'])
  const last = inTurn(async () => 'at once')
  expect(await last).toBe('at once')
})
