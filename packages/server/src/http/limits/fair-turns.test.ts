import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FairTurns, type FairTurnsOptions, LOOK_EVERY_MS, type Payers, type Turn } from './fair-turns.ts'

const loud: Payers = [{ name: 'loud', share: 0.1 }]
const louder: Payers = [{ name: 'louder', share: 0.1 }]
const calm: Payers = [{ name: 'calm', share: 0.1 }]

function busyTurns(options: Partial<FairTurnsOptions> = {}) {
  const clock = { at: 0, now: () => clock.at }
  const state = { utilization: 1 }
  const turns = new FairTurns({
    ...{ stopwatch: clock, utilization: () => state.utilization, maxWaitMs: 100 },
    ...options,
  })
  return { clock, state, turns }
}

/** What has come of waits so far; null where they go on. */
async function endsOf(waits: readonly Promise<Turn>[]): Promise<readonly (Turn['kind'] | null)[]> {
  const none = Symbol()
  const ended = await Promise.all(waits.map((it) => Promise.race([it, Promise.resolve(none)])))
  return ended.map((it) => (typeof it === 'symbol' ? null : it.kind))
}

describe('what a payer owes', () => {
  test('a payer who uses no more than the share of a second owes nothing, and what is beyond is paid off at that rate', () => {
    const { clock, turns } = busyTurns()
    turns.charge(loud, 100)
    expect(turns.owedMs(loud)).toBe(0)
    turns.charge(loud, 14)
    expect(turns.owedMs(loud)).toBeCloseTo(140)
    clock.at += 100
    expect(turns.owedMs(loud)).toBeCloseTo(40)
    clock.at += 100
    expect([turns.owedMs(loud), turns.owedMs(calm)]).toEqual([0, 0])
  })

  test('a payer owes no more than five seconds, and a request owes what all of its payers owe', () => {
    const { turns } = busyTurns()
    turns.charge(loud, 1_000_000)
    turns.charge(calm, 110)
    expect(turns.owedMs(loud)).toBeCloseTo(5000)
    expect(turns.owedMs([...calm, ...loud])).toBeCloseTo(5100)
  })

  test('a payer who waits while in debt gets the share of the time, what was free, and the rest of one request at most', () => {
    const requests = fc.array(fc.record({ pauseMs: fc.nat(50), takesMs: fc.nat(80) }), { maxLength: 200 })
    fc.assert(
      fc.property(requests, (all) => {
        const { clock, turns } = busyTurns()
        let usedMs = 0
        for (const { pauseMs, takesMs } of all) {
          clock.at += pauseMs
          turns.charge(calm, 0)
          turns.look()
          if (turns.mustWait(loud)) continue
          turns.charge(loud, takesMs)
          usedMs += takesMs
        }
        expect(usedMs).toBeLessThanOrEqual(0.1 * (clock.at + 1000) + 80)
      }),
    )
  })
})

describe('who has to wait', () => {
  test('a request waits only while the process is busy, for a debt of its payers, and for a caller who owes less', () => {
    const { clock, state, turns } = busyTurns()
    const waits = () => {
      turns.look()
      return [loud, calm].map((it) => turns.mustWait(it))
    }
    turns.charge(loud, 1000)
    // Alone on a machine, a merchant has all of it.
    expect(waits()).toEqual([false, false])
    turns.charge(calm, 1)
    expect(waits()).toEqual([true, false])
    state.utilization = 0.5
    expect(waits()).toEqual([false, false])
    state.utilization = 1
    expect(waits()).toEqual([true, false])
    // Who has not asked for a while needs no turn.
    clock.at += 900
    turns.charge(loud, 1000)
    clock.at += 900
    expect(waits()).toEqual([false, false])
  })

  test('the request of two that owes more waits for the other', () => {
    const { turns } = busyTurns()
    turns.charge(loud, 150)
    turns.charge(louder, 160)
    turns.look()
    expect([turns.mustWait(loud), turns.mustWait(louder)]).toEqual([false, true])
  })
})

describe('the queue of those in debt', () => {
  async function indebted(options?: Partial<FairTurnsOptions>) {
    const found = busyTurns({ slots: { work: 1, report: 1, stranger: 1 }, ...options })
    found.turns.charge(calm, 1)
    found.turns.charge(loud, 5000)
    found.turns.charge(louder, 300)
    found.turns.look()
    return found
  }

  test('as many run at a time as there are slots, the least debt first, and strangers apart from signed-in callers', async () => {
    const { turns } = await indebted()
    const waits = [
      turns.wait(loud, 'work'),
      turns.wait(loud, 'work'),
      turns.wait(louder, 'work'),
      turns.wait(loud, 'stranger'),
    ]
    expect(await endsOf(waits)).toEqual(['admitted', null, null, 'admitted'])
    const first = await waits[0]
    if (first?.kind !== 'admitted') throw new Error('it has a slot')
    first.end()
    first.end()
    expect(await endsOf(waits)).toEqual(['admitted', null, 'admitted', 'admitted'])
    turns.close()
    expect(await endsOf(waits)).toEqual(['admitted', 'admitted', 'admitted', 'admitted'])
  })

  test('a request is let in when its debt is paid off, and is late when that takes too long', async () => {
    const { clock, turns } = await indebted({ slots: { work: 0, report: 0, stranger: 0 } })
    turns.charge([{ name: 'small', share: 0.1 }], 101)
    const waits = [turns.wait(loud, 'work'), turns.wait([{ name: 'small', share: 0.1 }], 'work')]
    expect(await endsOf(waits)).toEqual([null, null])
    clock.at += LOOK_EVERY_MS
    turns.look()
    expect(await endsOf(waits)).toEqual([null, 'admitted'])
    clock.at += 100
    turns.look()
    expect(await endsOf(waits)).toEqual(['late', 'admitted'])
  })

  test('all are let in when the process is no longer busy', async () => {
    const { state, turns } = await indebted({ slots: { work: 0, report: 0, stranger: 0 } })
    const waits = [turns.wait(loud, 'work'), turns.wait(louder, 'report')]
    state.utilization = 0.2
    turns.look()
    expect(await endsOf(waits)).toEqual(['admitted', 'admitted'])
  })

  test('only so many requests of a payer wait, and as many can when these have ended', async () => {
    const { clock, turns } = await indebted({
      maxWaitingOfPayer: 1,
      slots: { work: 0, report: 0, stranger: 0 },
    })
    const waits = [turns.wait(loud, 'work'), turns.wait(loud, 'work')]
    expect(await endsOf(waits)).toEqual([null, 'full'])
    clock.at += 100
    turns.look()
    expect(await endsOf([...waits, turns.wait(loud, 'work')])).toEqual(['late', 'full', null])
    turns.close()
  })
})
