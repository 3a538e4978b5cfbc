import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { watchDisk } from './disk-space.ts'

const MIB = 1024 ** 2

test('a disk is full below 64 MiB, and has room again only from 128 MiB on', async () => {
  let freeBytes = 0
  const disk = watchDisk('/any', async () => ({ freeBytes, totalBytes: 1000 * MIB }))
  const problems: (string | null)[] = []
  for (const mib of [64, 63.9, 100, 127, 128, 100, 0]) {
    freeBytes = mib * MIB
    problems.push(await disk.problem())
  }
  const full = (mib: number) => `the disk has only ${mib} MiB free`
  expect(problems).toEqual([null, full(63), full(100), full(127), null, null, full(0)])
})

test('the space of a folder is that of its file system, and unknown for one that cannot be read', async () => {
  const space = await watchDisk(tmpdir()).space()
  expect(space?.totalBytes).toBeGreaterThan(0)
  expect(space?.freeBytes).toBeLessThanOrEqual(space?.totalBytes ?? 0)
  const missing = watchDisk('/there/is/no/such/folder')
  expect([await missing.space(), await missing.problem()]).toEqual([null, null])
})
