import { expect, test } from 'vitest'
import { isFlat } from './soak-trial.ts'

const looks = (memory: (index: number) => number) => Array.from({ length: 240 }, (_, index) => memory(index))

test.each<[string, (index: number) => number]>([
  ['stays', () => 150],
  ['warms up and stays', (index) => 80 + Math.min(index, 55)],
  ['goes up and down with its garbage', (index) => 150 + (index % 30)],
  ['had one great moment', (index) => (index === 230 ? 400 : 150)],
  ['shrinks', (index) => 200 - index / 4],
])('memory that %s is flat', (_, memory) => {
  expect(isFlat(looks(memory), 32)).toBe(true)
})

test.each<[string, (index: number) => number]>([
  ['grows a little with every look', (index) => 150 + index * 0.6],
  ['grows in the saw of its garbage', (index) => 150 + index * 0.8 + (index % 30)],
  ['stands still and then grows', (index) => 150 + Math.max(0, index - 150) * 2],
])('memory that %s is not flat', (_, memory) => {
  expect(isFlat(looks(memory), 32)).toBe(false)
})
