import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FairTurns, type TurnKind } from './fair-turns.ts'
import { poolTurns } from './pool-turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const turn = () => vi.advanceTimersByTimeAsync(0)
const newTurns = (atOnce: number, perOwner: number, waitMs = 2000) =>
  new FairTurns({ atOnce, perOwner, reports: { atOnce, perOwner }, waitMs })

/** Work that runs until the test ends it. */
function heldWork() {
  const begun: PromiseWithResolvers<string>[] = []
  const work = () => {
    const held = Promise.withResolvers<string>()
    begun.push(held)
    return held.promise
  }
  return { begun, work }
}

test('the limit of transactions runs at once, and the next one when one ends, in the order of arrival', async () => {
  const turns = newTurns(2, 2, 2000)
  const { begun, work } = heldWork()
  const results = Promise.allSettled(Array.from({ length: 4 }, () => turns.during('acme', 'call', work)))
  await turn()
  expect(begun).toHaveLength(2)
  begun[1]?.resolve('second')
  await turn()
  expect(begun).toHaveLength(3)
  begun[0]?.reject(new Error('refused'))
  await turn()
  expect(begun).toHaveLength(4)
  begun[2]?.resolve('third')
  begun[3]?.resolve('fourth')
  expect((await results).map((it) => (it.status === 'fulfilled' ? it.value : String(it.reason)))).toEqual([
    'Error: refused',
    'second',
    'third',
    'fourth',
  ])
})

test('a tenant whose transactions do not end leaves places for others, and goes on when one ends', async () => {
  const turns = newTurns(3, 2, 2000)
  const { begun, work } = heldWork()
  const held = Array.from({ length: 4 }, () => turns.during('acme', 'call', work))
  await turn()
  expect(begun).toHaveLength(2)
  expect(await turns.during('other', 'call', async () => 'done')).toBe('done')
  expect(begun).toHaveLength(2)
  for (let index = 0; index < 4; index += 1) {
    begun[index]?.resolve('done')
    await turn()
  }
  await Promise.all(held)
})

test('a transaction that waits too long for its turn fails, and takes no place', async () => {
  const turns = newTurns(1, 1, 500)
  const { begun, work } = heldWork()
  const first = turns.during('acme', 'call', work)
  const second = turns.during('acme', 'call', work).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(500)
  expect(await second).toMatchObject({ name: 'DatabaseUnavailable', retryable: true })
  begun[0]?.resolve('done')
  expect(await first).toBe('done')
  expect(await turns.during('acme', 'call', async () => 'next')).toBe('next')
  expect(begun).toHaveLength(1)
})

test('owners that wait get turns one after the other, however many transactions each of them has', async () => {
  const turns = newTurns(1, 1)
  const order: string[] = []
  const take = (owner: string) => turns.during(owner, 'call', async () => void order.push(owner))
  const held = Promise.withResolvers<void>()
  const first = turns.during('loud', 'call', () => held.promise)
  const all = ['loud', 'loud', 'loud', 'loud', 'calm', 'calm', 'third'].map(take)
  held.resolve()
  await Promise.all([first, ...all])
  expect(order).toEqual(['loud', 'calm', 'third', 'loud', 'calm', 'loud', 'loud'])
})

test('reports leave connections to calls, of the same owner and of others', async () => {
  const { tenants } = poolTurns(8, 2000)
  const { begun, work } = heldWork()
  const running = (owner: string, kind: TurnKind, count: number) =>
    Array.from({ length: count }, () => tenants.during(owner, kind, work))
  const held = running('loud', 'report', 50)
  await turn()
  expect(begun).toHaveLength(2)
  // Both modes of a program share its limit, so that the third place is left to another one.
  held.push(...running('test_loud', 'report', 50))
  await turn()
  expect(begun).toHaveLength(2)
  held.push(...running('other', 'report', 50))
  await turn()
  expect(begun).toHaveLength(3)
  // All remaining places go to calls.
  held.push(...running('loud', 'call', 2), ...running('calm', 'call', 1))
  await turn()
  expect(begun).toHaveLength(6)
  for (let index = 0; index < held.length; index += 1) {
    begun[index]?.resolve('done')
    await turn()
  }
  expect(await Promise.all(held)).toHaveLength(153)
})

test('tenants of a pool leave two of its connections to the directory', async () => {
  const { tenants, directory } = poolTurns(8, 2000)
  const { begun, work } = heldWork()
  const held = ['one', 'other', 'third'].flatMap((it) =>
    Array.from({ length: 4 }, () => tenants.during(it, 'call', work)),
  )
  await turn()
  expect([begun.length, tenants.waiting]).toEqual([6, 6])
  expect(await directory.during('', 'call', async () => 'found')).toBe('found')
  for (let index = 0; index < 12; index += 1) {
    begun[index]?.resolve('done')
    await turn()
  }
  await Promise.all(held)
  expect(tenants.waiting).toBe(0)
})

test('no limit is exceeded, nothing is lost, and every turn that is free is given', async () => {
  const owner = fc.constantFrom('a', 'b', 'c')
  const kind = fc.constantFrom<TurnKind>('call', 'report')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(owner, kind), { minLength: 1, maxLength: 60 }), async (asked) => {
      const turns = new FairTurns({ atOnce: 5, perOwner: 3, reports: { atOnce: 3, perOwner: 2 }, waitMs: 0 })
      const running: { owner: string; kind: TurnKind; end: () => void }[] = []
      const all = asked.map(([owner, kind]) =>
        turns.during(owner, kind, () => new Promise<void>((end) => running.push({ owner, kind, end }))),
      )
      let ended = 0
      while (ended < asked.length) {
        await turn()
        const of = (it: Partial<{ owner: string; kind: TurnKind }>) =>
          running.filter((one) => (it.owner ?? one.owner) === one.owner && (it.kind ?? one.kind) === one.kind)
        expect(running.length).toBeGreaterThan(0)
        expect(running.length).toBeLessThanOrEqual(5)
        expect(of({ kind: 'report' }).length).toBeLessThanOrEqual(3)
        for (const owner of ['a', 'b', 'c']) {
          expect(of({ owner }).length).toBeLessThanOrEqual(3)
          expect(of({ owner, kind: 'report' }).length).toBeLessThanOrEqual(2)
        }
        running.shift()?.end()
        ended += 1
      }
      await Promise.all(all)
    }),
  )
})
