import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { median, quantile } from '../laboratory/report/quantiles.ts'
import { trialSize } from '../trial-size.ts'
import { attacks, limitedAttacks } from './attacks.ts'
import {
  isQuietMeasured,
  MAX_SLOWDOWN,
  MIN_QUIET_P99_MS,
  startNeighbourhood,
  summary,
} from './route-requests.ts'

const seconds = trialSize(1, 8)
/**
 * Quiet and attack in turn, and the medians are compared: another program on the machine slows neither of them down in most
 * of the rounds.
 */
const rounds = trialSize(1, 3)
/** The rest in which what an attack has begun comes to its end. */
const REST_MS = trialSize(0, 3000)

const found = await startNeighbourhood()

test.each(Object.keys(attacks))(
  'I32: %s of a merchant or of a stranger keep no other tenant from being served',
  async (name) => {
    const { neighbour, attack } = found()
    const quiets: number[] = []
    const attackeds: number[] = []
    while (attackeds.length < rounds) {
      const quietBefore = isQuietMeasured ? await neighbour(seconds) : null
      const [beside, statuses] = await Promise.all([neighbour(seconds), attack({ way: name, seconds })])
      await pause(REST_MS)
      const quiet = quietBefore ?? ('503' in beside.byStatus ? await neighbour(seconds) : null)
      // A machine that is held up stalls the database, and every tenant gets a 503: that says nothing.
      if (quiet !== null && '503' in quiet.byStatus) continue
      if (isQuietMeasured) {
        console.log(name, JSON.stringify([quiet, beside].map((it) => it && summary(it))), statuses)
      }
      expect(statuses).not.toHaveProperty('500')
      if (limitedAttacks.includes(name)) expect(statuses['429']).toBeGreaterThan(0)
      expect(beside.broken).toBe(0)
      expect(Object.keys(beside.byStatus)).toEqual(['200'])
      if (quiet !== null) quiets.push(quantile(quiet.latenciesMs, 0.99))
      attackeds.push(quantile(beside.latenciesMs, 0.99))
    }
    if (!isQuietMeasured) return
    const [quiet, attacked] = [median(quiets), median(attackeds)]
    console.log(`${name}: p99 ${quiet.toFixed(1)} ms in the quiet, ${attacked.toFixed(1)} ms beside it`)
    expect(attacked).toBeLessThan(MAX_SLOWDOWN * Math.max(MIN_QUIET_P99_MS, quiet))
  },
  600_000,
)
