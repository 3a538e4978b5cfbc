import { startBraintreeSandbox } from '@goodword/server/testing/processor/braintree-sandbox'
import { startDatabase, type TrialDatabase } from '../crash/goodword-targets.ts'
import type { Gateway } from './gateway.ts'
import { connectedService } from './goodword-target.ts'
import { naiveConnector } from './naive-target.ts'
import { runProcessorTrial, type TrialReport, type TrialSize } from './processor-trial.ts'
import type { ProcessorTarget } from './target.ts'

const shares = { answerLost: 0.1, status503: 0.05, appliedLate: 0.1, losses: 0.3, duplicates: 0.2 }
const allKinds = [
  'looked up',
  'not looked up',
  'in trial',
  'leaving',
  'denied',
  'approved again',
  'not looked up',
  'excluded',
  'leaving unseen',
] as const

/**
 * The size for every run of the tests. Its outages take most of the time: the gateway waits ten seconds in each. So half of the
 * days with bills have a fault, which is enough for one of each kind.
 */
export const shortSize: TrialSize = {
  cast: { friends: [6, 4], kinds: allKinds, outsiders: 2, joinUntil: 20 },
  days: 36,
  killsAlone: 2,
  killsOfBoth: 1,
  killsOfWorker: 0,
  outageMs: 2000,
  billFaultEvery: 2,
  shares,
}

export const longSize: TrialSize = {
  cast: { friends: [13, 5, 4, 3, 2, 1], kinds: allKinds, outsiders: 5, joinUntil: 60 },
  days: 150,
  killsAlone: 12,
  killsOfBoth: 12,
  killsOfWorker: 2,
  outageMs: 120_000,
  billFaultEvery: 3,
  shares,
}

/** The naive connector does nothing about moderation and cancellations, so the story has none. */
export const naiveSize: TrialSize = {
  cast: { friends: [6], kinds: ['looked up', 'not looked up'], outsiders: 1, joinUntil: 10 },
  days: 16,
  killsAlone: 2,
  killsOfBoth: 1,
  killsOfWorker: 0,
  outageMs: 0,
  billFaultEvery: 0,
  // One lost answer is enough to find it out.
  shares: { ...shares, answerLost: 0.5 },
}

/** The story while nothing fails. */
export function faultless(size: TrialSize): TrialSize {
  const none = { answerLost: 0, status503: 0, appliedLate: 0, losses: 0, duplicates: 0 }
  return {
    ...size,
    killsAlone: 0,
    killsOfBoth: 0,
    killsOfWorker: 0,
    outageMs: 0,
    billFaultEvery: 0,
    shares: none,
  }
}

export const runOnService = (size: TrialSize, seed: number) => runOn(connectedService, size, seed)

export const runOnNaive = (size: TrialSize, seed: number) => runOn(naiveConnector, size, seed)

type Connector = (database: TrialDatabase, gateway: Gateway) => Promise<ProcessorTarget>

/** Runs with a database and a gateway of its own: what an earlier run has left to do must not go on beside it. */
async function runOn(start: Connector, size: TrialSize, seed: number): Promise<TrialReport> {
  const database = await startDatabase()
  try {
    const sandbox = await startBraintreeSandbox()
    try {
      return await runProcessorTrial(sandbox, (gateway) => start(database, gateway), size, seed)
    } finally {
      await sandbox.close()
    }
  } finally {
    await database.stop()
  }
}
