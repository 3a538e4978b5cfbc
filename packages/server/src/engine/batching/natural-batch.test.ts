import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BatchPerTenant, NaturalBatch } from './natural-batch.ts'

type Item = { readonly subject: string; readonly index: number }

/** Runs that the test ends, with a record of the calls of each. */
function heldRuns() {
  const runs: { items: readonly Item[]; finish: () => void }[] = []
  const run = (items: readonly Item[]) =>
    new Promise<PromiseSettledResult<number>[]>((resolve) => {
      const finish = () => resolve(items.map(({ index }) => ({ status: 'fulfilled', value: index })))
      runs.push({ items, finish })
    })
  const given = () => runs.map(({ items }) => items.map(({ index }) => index))
  return { run, runs, given }
}

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))
const item = (index: number, subject = `s${index}`): Item => ({ subject, index })

describe('a natural batch', () => {
  test('a batch takes everything of one turn together, and starts at once when nothing runs', async () => {
    const { run, given, runs } = heldRuns()
    const batch = new NaturalBatch({ run, largest: 10, runsAtOnce: 1 })
    const answers = [0, 1, 2].map((index) => batch.add(item(index)))
    await turn()
    expect(given()).toEqual([[0, 1, 2]])
    runs[0]?.finish()
    expect(await Promise.all(answers)).toEqual([0, 1, 2])
    expect(batch.isIdle).toBe(true)
  })

  test('a batch lets what comes during a run gather, and runs no more than it may', async () => {
    const { run, given, runs } = heldRuns()
    const batch = new NaturalBatch({ run, largest: 2, runsAtOnce: 1 })
    const first = batch.add(item(0))
    await turn()
    const others = [1, 2, 3].map((index) => batch.add(item(index)))
    await turn()
    expect(given()).toEqual([[0]])
    for (const index of [0, 1, 2]) {
      runs[index]?.finish()
      await turn()
    }
    expect(given()).toEqual([[0], [1, 2], [3]])
    expect(await Promise.all([first, ...others])).toEqual([0, 1, 2, 3])
  })

  test('a batch starts a free run for a new subject while another subject waits for its turn', async () => {
    const { run, given, runs } = heldRuns()
    const batch = new NaturalBatch({ run, largest: 10, runsAtOnce: 2, subjectOf: (it: Item) => it.subject })
    const first = batch.add(item(0, 'a'))
    await turn()
    const second = batch.add(item(1, 'a'))
    await turn()
    const third = batch.add(item(2, 'b'))
    await turn()
    expect(given()).toEqual([[0], [2]])
    runs[0]?.finish()
    await turn()
    expect(given()).toEqual([[0], [2], [1]])
    runs[1]?.finish()
    runs[2]?.finish()
    expect(await Promise.all([first, second, third])).toEqual([0, 1, 2])
  })

  test('a batch gives each item its own failure', async () => {
    const batch = new NaturalBatch<number, number>({
      run: async (items) =>
        items.map((it) =>
          it % 2 === 0
            ? { status: 'fulfilled', value: it }
            : { status: 'rejected', reason: new Error(`no ${it}`) },
        ),
      largest: 10,
      runsAtOnce: 1,
    })
    const settled = await Promise.allSettled([0, 1, 2, 3].map((it) => batch.add(it)))
    expect(settled.map((it) => (it.status === 'fulfilled' ? it.value : String(it.reason)))).toEqual([
      0,
      'Error: no 1',
      2,
      'Error: no 3',
    ])
  })

  test('a batch goes on after a run that fails as a whole, returns too little or throws before it starts', async () => {
    const faults = [
      () => Promise.reject(new Error('lost')),
      () => Promise.resolve([]),
      () => {
        throw new Error('thrown')
      },
    ]
    const batch = new NaturalBatch<string, string>({
      run: (items) =>
        faults.pop()?.() ?? Promise.resolve(items.map((value) => ({ status: 'fulfilled', value }))),
      largest: 1,
      runsAtOnce: 1,
      subjectOf: (it) => it,
    })
    const settled = await Promise.allSettled(['a', 'a', 'b', 'a'].map((it) => batch.add(it)))
    expect(settled.map((it) => it.status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled'])
    expect(batch.isIdle).toBe(true)
  })

  test('a batch keeps the order of a subject, never runs it twice at once and loses no call, however runs end', async () => {
    const arrivals = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 }), {
      maxLength: 12,
    })
    const shape = fc.record({
      largest: fc.integer({ min: 1, max: 4 }),
      runsAtOnce: fc.integer({ min: 1, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), arrivals, shape, async (scheduler, turns, { largest, runsAtOnce }) => {
        const running = new Set<string>()
        const seen = new Map<string, number[]>()
        let runs = 0
        const batch = new NaturalBatch<Item, number>({
          largest,
          runsAtOnce,
          subjectOf: (it) => it.subject,
          run: async (items) => {
            const subjects = new Set(items.map((it) => it.subject))
            runs += 1
            expect(runs).toBeLessThanOrEqual(runsAtOnce)
            expect(items.length).toBeLessThanOrEqual(largest)
            for (const subject of subjects) {
              expect(running.has(subject)).toBe(false)
              running.add(subject)
            }
            for (const it of items) seen.set(it.subject, [...(seen.get(it.subject) ?? []), it.index])
            await scheduler.schedule(Promise.resolve())
            for (const subject of subjects) running.delete(subject)
            runs -= 1
            return items.map((it) => ({ status: 'fulfilled', value: it.index }))
          },
        })
        const answers: Promise<number>[] = []
        for (const subjects of turns) {
          for (const subject of subjects) answers.push(batch.add({ subject, index: answers.length }))
          await turn()
          if (scheduler.count() > 0) await scheduler.waitOne()
        }
        const all = Promise.all(answers)
        await scheduler.waitFor(all.then(() => turn()))
        expect(await all).toEqual(answers.map((_answer, index) => index))
        for (const indexes of seen.values())
          expect(indexes).toEqual(indexes.toSorted((one, other) => one - other))
        expect(batch.isIdle).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

describe('batches per tenant', () => {
  const answerAll = (items: readonly number[]) =>
    Promise.resolve(items.map((value) => ({ status: 'fulfilled' as const, value })))

  test('batches per tenant are made when something comes, and leave nothing behind', async () => {
    const made: string[] = []
    const batches = new BatchPerTenant<number, number>((tenantId) => {
      made.push(tenantId)
      return { run: answerAll, largest: 10, runsAtOnce: 1 }
    })
    await Promise.all([batches.add('one', 1), batches.add('two', 2), batches.add('one', 3)])
    expect(made).toEqual(['one', 'two'])
    await batches.add('one', 4)
    expect(made).toEqual(['one', 'two', 'one'])
  })

  test('batches per tenant leave nothing behind after failures either', async () => {
    let made = 0
    const batches = new BatchPerTenant<number, number>(() => {
      made += 1
      return { run: () => Promise.reject(new Error('lost')), largest: 10, runsAtOnce: 1 }
    })
    await Promise.allSettled([batches.add('one', 1), batches.add('one', 2)])
    await Promise.allSettled([batches.add('one', 3)])
    expect(made).toBe(2)
  })

  test('batches are one per tenant at any time, also when callers repeat as soon as they have the result', async () => {
    const running = new Set<string>()
    const batches = new BatchPerTenant<number, number>((tenantId) => ({
      largest: 2,
      runsAtOnce: 1,
      run: async (items) => {
        expect(running.has(tenantId)).toBe(false)
        running.add(tenantId)
        await turn()
        running.delete(tenantId)
        return answerAll(items)
      },
    }))
    const callers = Array.from({ length: 6 }, async (_, caller) => {
      for (let round = 0; round < 5; round += 1) await batches.add(caller % 2 === 0 ? 'even' : 'odd', round)
    })
    await Promise.all(callers)
  })
})
