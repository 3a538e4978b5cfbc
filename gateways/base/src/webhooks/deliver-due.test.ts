import { expect, test } from 'vitest'
import { sendInOrder } from './deliver-due.ts'

test('things begin in their order, several at once, and those of one line one after the other', async () => {
  const things = Array.from({ length: 60 }, (_, place) => ({ place, line: `line ${place % 20}` }))
  const begun: number[] = []
  const open = new Set<string>()
  let most = 0
  await sendInOrder(
    things,
    ({ line }) => line,
    async ({ place, line }) => {
      expect(open.has(line)).toBe(false)
      begun.push(place)
      open.add(line)
      most = Math.max(most, open.size)
      await new Promise((resolve) => setImmediate(resolve))
      open.delete(line)
    },
  )
  expect(begun).toHaveLength(60)
  expect(begun.slice(0, 16)).toEqual(things.slice(0, 16).map(({ place }) => place))
  expect(most).toBe(16)
})

test('a slow queue does not delay the others', async () => {
  const ended: string[] = []
  let finish = () => {}
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  const things = ['slow', ...Array.from({ length: 40 }, (_, place) => `quick ${place}`), 'slow']
  await sendInOrder(
    things,
    (thing) => thing,
    async (thing) => {
      if (thing === 'slow') await slow
      ended.push(thing)
      if (ended.length === 40) finish()
    },
  )
  expect(ended.slice(-2)).toEqual(['slow', 'slow'])
})

test('an empty list of things to send ends at once', async () => {
  await sendInOrder([], String, () => Promise.reject(new Error('there is nothing')))
})
