import { expect, test } from 'vitest'
import { BatchPerTenant, type BatchRun, observeBatches, readBatchQueues } from './natural-batch.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

test('pending calls are counted over all tenants, and the size of every batch is reported', async () => {
  const finishes: (() => void)[] = []
  const batches = new BatchPerTenant<number, number>(() => ({
    name: 'counting',
    largest: 2,
    runsAtOnce: 1,
    run: async (items) => {
      await new Promise<void>((finish) => finishes.push(finish))
      return items.map((value) => ({ status: 'fulfilled', value }))
    },
  }))
  const runs: BatchRun[] = []
  const end = observeBatches((run) => {
    if (run.name === 'counting') runs.push(run)
  })
  const answers = ['acme', 'acme', 'acme', 'other'].map((tenant, index) => batches.add(tenant, index))
  expect(counting()).toMatchObject({ depth: 4 })
  await turn()
  // The first two of one tenant and the one of the other are in flight.
  expect(counting()).toMatchObject({ depth: 1, oldestMs: expect.any(Number) })
  expect(runs.map((it) => it.items)).toEqual([2, 1])
  while (finishes.length > 0) {
    finishes.shift()?.()
    await turn()
  }
  await Promise.all(answers)
  expect(counting()).toEqual({ queue: 'counting', depth: 0, oldestMs: 0 })
  expect(runs.map((it) => it.items)).toEqual([2, 1, 1])
  expect(runs.every((it) => it.waitedMs >= 0)).toBe(true)

  end()
  const unheard = batches.add('acme', 1)
  await turn()
  finishes.shift()?.()
  await unheard
  expect(runs).toHaveLength(3)
})

function counting() {
  return readBatchQueues().find((it) => it.queue === 'counting')
}
