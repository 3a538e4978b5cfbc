import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FairTurns, type FairTurnsOptions, LOOK_EVERY_MS, type Payers, type Turn } from './fair-turns.ts'

const loud: Payers = [{ name: 'loud', share: 0.1 }]
const louder: Payers = [{ name: 'louder', share: 0.1 }]
const calm: Payers = [{ name: 'calm', share: 0.1 }]

function openTurns(options: Partial<FairTurnsOptions> = {}) {
  const clock = { at: 0, now: () => clock.at }
  const state = { utilization: 1 }
  const turns = new FairTurns({
    ...{ stopwatch: clock, utilization: () => state.utilization, maxWaitMs: 100 },
    ...options,
  })
  return { clock, state, turns }
}

/** Returns the turns of a process that has been busy for a while. */
function busyTurns(options?: Partial<FairTurnsOptions>) {
  const found = openTurns(options)
  for (let looks = 0; looks < 50; looks += 1) look(found)
  return found
}

function look({ clock, turns }: Pick<ReturnType<typeof openTurns>, 'clock' | 'turns'>): void {
  clock.at += LOOK_EVERY_MS
  turns.look()
}

/** The results of waits; null for those that continue. */
async function endsOf(waits: readonly Promise<Turn>[]): Promise<readonly (Turn | null)[]> {
  return Promise.all(waits.map((it) => Promise.race([it, Promise.resolve(null)])))
}

describe('what a payer owes', () => {
  test('a payer who uses no more than the share of 200 ms owes nothing, and what is beyond is paid off at that rate', () => {
    const { clock, turns } = openTurns()
    turns.charge(loud, 20)
    expect(turns.owedMs(loud)).toBe(0)
    turns.charge(loud, 14)
    expect(turns.owedMs(loud)).toBeCloseTo(140)
    clock.at += 100
    expect(turns.owedMs(loud)).toBeCloseTo(40)
    clock.at += 100
    expect([turns.owedMs(loud), turns.owedMs(calm)]).toEqual([0, 0])
  })

  test('what a request is expected to take is charged when it begins, and given back when it ends', () => {
    const { turns } = openTurns()
    const ends = [20, 40].map((ms) => turns.begin(loud, ms))
    expect(turns.owedMs(loud)).toBeCloseTo(400)
    for (const end of ends) end()
    expect(turns.owedMs(loud)).toBe(0)
    turns.charge(loud, 30)
    expect(turns.owedMs(loud)).toBeCloseTo(100)
  })

  test('a payer owes no more than five seconds, and a request owes what all of its payers owe', () => {
    const { turns } = openTurns()
    turns.charge(loud, 1_000_000)
    turns.charge(calm, 30)
    expect(turns.owedMs(loud)).toBeCloseTo(5000)
    expect(turns.owedMs([...calm, ...loud])).toBeCloseTo(5100)
  })

  test('a payer who waits while in debt gets the share of the time, what was free, and the rest of one request at most', () => {
    const requests = fc.array(fc.record({ pauseMs: fc.nat(50), takesMs: fc.nat(80) }), { maxLength: 200 })
    fc.assert(
      fc.property(requests, (all) => {
        const { clock, turns } = busyTurns()
        const startedAt = clock.at
        let usedMs = 0
        for (const { pauseMs, takesMs } of all) {
          clock.at += pauseMs
          turns.charge(calm, 0)
          turns.look()
          if (turns.mustWait(loud)) continue
          turns.charge(loud, takesMs)
          usedMs += takesMs
        }
        expect(usedMs).toBeLessThanOrEqual(0.1 * (clock.at - startedAt + 200) + 80)
      }),
    )
  })
})

describe('who has to wait', () => {
  test('a request waits only while the process is busy, for a debt of its payers, and for a caller who owes less', () => {
    const found = openTurns()
    const { clock, state, turns } = found
    const waitsAfter = (looks: number) => {
      for (let it = 0; it < looks; it += 1) look(found)
      return [loud, calm].map((it) => turns.mustWait(it))
    }
    turns.charge(loud, 5000)
    // Alone on a machine, a merchant has all of it.
    expect(waitsAfter(20)).toEqual([false, false])
    turns.charge(calm, 1)
    expect(waitsAfter(1)).toEqual([true, false])
    state.utilization = 0.5
    expect(waitsAfter(20)).toEqual([false, false])
    state.utilization = 1
    turns.charge(calm, 1)
    expect(waitsAfter(20)).toEqual([true, false])
    // A caller who has not asked for a while needs no turn.
    clock.at += 1000
    turns.charge(loud, 1000)
    expect(waitsAfter(1)).toEqual([false, false])
  })

  test('a process is busy as soon as requests have begun that will take long', () => {
    const found = openTurns()
    const { state, turns } = found
    state.utilization = 0
    turns.charge(calm, 1)
    look(found)
    const ends = Array.from({ length: 4 }, () => turns.begin(loud, 5))
    expect(turns.mustWait(loud)).toBe(false)
    ends.push(turns.begin(loud, 5))
    expect([loud, calm].map((it) => turns.mustWait(it))).toEqual([true, false])
    for (const end of ends) end()
    turns.charge(loud, 50)
    expect(turns.mustWait(loud)).toBe(false)
  })

  test('the request of two that owes more waits for the other', () => {
    const found = busyTurns()
    found.turns.charge(loud, 150)
    found.turns.charge(louder, 160)
    look(found)
    expect([loud, louder].map((it) => found.turns.mustWait(it))).toEqual([false, true])
  })
})

describe('the queue of those in debt', () => {
  function indebted(options?: Partial<FairTurnsOptions>) {
    const found = busyTurns(options)
    const { turns } = found
    turns.charge(loud, 5000)
    turns.charge(louder, 300)
    turns.charge(calm, 1)
    look(found)
    return found
  }

  test('those in debt are let in as fast as they leave gaps, signed-in callers before strangers, and the least debt first', async () => {
    const found = indebted({ maxWaitMs: 10_000 })
    const { turns } = found
    const order: string[] = []
    const wait = (name: string, payers: Payers, rank: 'work' | 'report' | 'stranger') =>
      void turns.wait(payers, rank, 40).then(() => order.push(name))
    wait('loud stranger', loud, 'stranger')
    wait('loud report', loud, 'report')
    wait('loud', loud, 'work')
    wait('louder', louder, 'work')
    let looks = 0
    while (order.length < 4) {
      turns.charge(calm, 1)
      look(found)
      looks += 1
      await Promise.resolve()
    }
    expect(order).toEqual(['louder', 'loud', 'loud report', 'loud stranger'])
    // Others use all of the time, and those in debt have a fifth of it: 40 ms of work in 200 ms.
    expect(looks).toBeGreaterThan((3 * 200) / LOOK_EVERY_MS - 10)
  })

  test('what a request took beyond what was expected is taken from the next', async () => {
    const found = indebted({ maxWaitMs: 10_000 })
    const { turns } = found
    const looksUntilAdmitted = async () => {
      const wait = turns.wait(loud, 'work', 1)
      for (let looks = 1; ; looks += 1) {
        turns.charge(calm, 1)
        look(found)
        if ((await endsOf([wait]))[0] === 'admitted') return looks
      }
    }
    expect(await looksUntilAdmitted()).toBe(1)
    turns.took(150, 1)
    expect(await looksUntilAdmitted()).toBeGreaterThan(20)
  })

  test('a request is let in when its debt is paid off, and is late when that takes too long', async () => {
    const found = indebted()
    const { turns } = found
    turns.took(400, 0)
    const small: Payers = [{ name: 'small', share: 0.1 }]
    turns.charge(small, 21)
    const waits = [turns.wait(loud, 'work', 1), turns.wait(small, 'work', 1)]
    expect(await endsOf(waits)).toEqual([null, null])
    look(found)
    expect(await endsOf(waits)).toEqual([null, 'admitted'])
    for (let looks = 0; looks < 5; looks += 1) look(found)
    expect(await endsOf(waits)).toEqual(['late', 'admitted'])
  })

  test('only so many requests of a payer wait, and as many can when these have ended', async () => {
    const found = indebted({ maxWaitingOfPayer: 1 })
    const { turns } = found
    turns.took(400, 0)
    const waits = [turns.wait(loud, 'work', 1), turns.wait(loud, 'work', 1)]
    expect(await endsOf(waits)).toEqual([null, 'full'])
    for (let looks = 0; looks < 6; looks += 1) look(found)
    expect(await endsOf([...waits, turns.wait(loud, 'work', 1)])).toEqual(['late', 'full', null])
    turns.close()
  })
})
