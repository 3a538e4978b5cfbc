import { testSeed } from '@goodword/testing/test-seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chanceOf } from '../crash/chance.ts'
import { faultsOf } from '../crash/crash-report.ts'
import { runCrashTrial } from '../crash/crash-trial.ts'
import { startDatabase, type TrialDatabase } from '../crash/goodword-targets.ts'
import { trialSize } from '../trial-size.ts'
import { twoClocks } from './clocks-target.ts'

const size = trialSize(
  { writes: 150, faults: 6, clients: 12, waitsForLeases: false },
  { writes: 20_000, faults: 60, clients: 16, waitsForLeases: true },
)
const LIMIT_MS = trialSize(600_000, 30 * 60_000)
/** Repeats the choices that were made. */
let database: TrialDatabase

beforeAll(async () => {
  database = await startDatabase()
})

afterAll(() => database.stop())

test(
  'I12: two services whose clocks disagree and jump by hours, a day and a month lose nothing and double nothing',
  async () => {
    const target = await twoClocks(database)
    try {
      const report = await runCrashTrial(target, size, chanceOf(testSeed))
      expect(faultsOf(report), `seed ${testSeed}`).toEqual([])
      expect(report.faults.clock).toBe(size.faults)
    } finally {
      await target.stop()
    }
  },
  LIMIT_MS,
)
