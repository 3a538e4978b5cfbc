import type { Chance } from './chance.ts'
import type { CrashReport } from './crash-report.ts'
import { type CrashSize, runCrashTrial } from './crash-trial.ts'
import { oneService, type TrialDatabase, twoServices } from './goodword-targets.ts'
import type { Target } from './target.ts'

export type CrashSizes = { readonly one: CrashSize; readonly two: CrashSize }

/** A few seconds of each, for every run of the tests. */
export const shortSizes: CrashSizes = {
  one: { writes: 200, faults: 4, clients: 12, waitsForLeases: false },
  two: { writes: 200, faults: 4, clients: 12, waitsForLeases: false },
}

export const longSizes: CrashSizes = {
  one: { writes: 20_000, faults: 60, clients: 16, waitsForLeases: true },
  two: { writes: 10_000, faults: 50, clients: 16, waitsForLeases: true },
}

/** A trial of each kind. A target is always stopped at the end. */
export function trials(sizes: CrashSizes, chance: Chance) {
  return {
    one: async () => runOn(await oneService(chance), sizes.one),
    two: async (database: TrialDatabase) => runOn(await twoServices(database, chance), sizes.two),
  }

  async function runOn(target: Target, size: CrashSize): Promise<CrashReport> {
    try {
      return await runCrashTrial(target, size, chance)
    } finally {
      await target.stop()
    }
  }
}
