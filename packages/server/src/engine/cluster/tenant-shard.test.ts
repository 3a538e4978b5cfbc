import { expect, test } from 'vitest'
import { splitOf } from './tenant-shard.ts'

const to = { node: 'two:5432', nodeId: 2 }
const shard = { least: -10, greatest: 10, nodeId: 1 }

test.each([
  ['in the middle', 3, { points: ['2', '3'], nodes: [1, 2, 1] }],
  ['at the beginning', -10, { points: ['-10'], nodes: [2, 1] }],
  ['at the end', 10, { points: ['9'], nodes: [1, 2] }],
])('a hash %s of a shard becomes a shard on the other node', (_, hash, expected) => {
  expect(splitOf({ ...shard, hash }, to)).toEqual(expected)
})
