import { startBraintreeSandbox } from '@goodword/server/testing/processor/braintree-sandbox'
import type { Chance } from '../crash/chance.ts'
import type { TrialDatabase } from '../crash/goodword-targets.ts'
import { connectedService } from './goodword-target.ts'
import { naiveConnector } from './naive-target.ts'
import { runProcessorTrial, type StartTarget, type TrialReport, type TrialSize } from './processor-trial.ts'

const shares = { answerLost: 0.1, status503: 0.05, appliedLate: 0.03, losses: 0.3, duplicates: 0.2 }
const allKinds = [
  'looked up',
  'not looked up',
  'in trial',
  'leaving',
  'denied',
  'approved again',
  'not looked up',
  'excluded',
] as const

/** Less than a minute, for every run of the tests. */
export const shortSize: TrialSize = {
  cast: { friends: [6, 3], kinds: allKinds, outsiders: 2, joinUntil: 20 },
  days: 36,
  killsAlone: 2,
  killsOfBoth: 2,
  killsOfWorker: 0,
  outageMs: 2000,
  shares,
}

export const longSize: TrialSize = {
  cast: { friends: [13, 5, 4, 3, 2, 1], kinds: allKinds, outsiders: 5, joinUntil: 60 },
  days: 150,
  killsAlone: 12,
  killsOfBoth: 12,
  killsOfWorker: 2,
  outageMs: 120_000,
  shares,
}

/** The naive connector does nothing about moderation and cancellations, so the story has none. */
export const naiveSize: TrialSize = {
  cast: { friends: [6, 3], kinds: ['looked up', 'not looked up'], outsiders: 1, joinUntil: 20 },
  days: 30,
  killsAlone: 2,
  killsOfBoth: 2,
  killsOfWorker: 0,
  outageMs: 0,
  shares: { ...shares, answerLost: 0.3 },
}

/** The same story while nothing fails. */
export function faultless(size: TrialSize): TrialSize {
  const none = { answerLost: 0, status503: 0, appliedLate: 0, losses: 0, duplicates: 0 }
  return { ...size, killsAlone: 0, killsOfBoth: 0, killsOfWorker: 0, outageMs: 0, shares: none }
}

export const runOnService = (database: TrialDatabase, size: TrialSize, chance: Chance) =>
  runOn((gateway) => connectedService(database, gateway), size, chance)

export const runOnNaive = (database: TrialDatabase, size: TrialSize, chance: Chance) =>
  runOn((gateway) => naiveConnector(database, gateway), size, chance)

async function runOn(start: StartTarget, size: TrialSize, chance: Chance): Promise<TrialReport> {
  const sandbox = await startBraintreeSandbox()
  try {
    return await runProcessorTrial(sandbox, start, size, chance)
  } finally {
    await sandbox.close()
  }
}
