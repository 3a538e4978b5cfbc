import { startLocalSandbox } from '@goodword/server/testing/processor/local-sandbox'
import { startDatabase } from '../crash/goodword-targets.ts'
import type { ProcessorName } from './gateway.ts'
import { givenBraintreeGateway } from './gateways/braintree-gateway.ts'
import { givenStripeGateway } from './gateways/stripe-gateway.ts'
import { connectedService } from './goodword-target.ts'
import { runProcessorTrial, type TrialReport, type TrialSize } from './processor-trial.ts'

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

/** Without a notification, a change is noticed shortly before or after the next monthly bill. */
const CONVERGES_WITHIN_DAYS = 34

/** The size for every run of the tests. Each day with bills has a fault, which is enough for one of each kind. */
const shortAtBraintree: TrialSize = {
  cast: { friends: [6, 4], kinds: allKinds, outsiders: 2, joinUntil: 8 },
  days: 36,
  killsAlone: 2,
  killsOfBoth: 1,
  killsOfWorker: 0,
  outageMs: 2000,
  billFaultEvery: 1,
  convergesWithinDays: CONVERGES_WITHIN_DAYS,
  shares,
}

/** A look at a customer takes several requests at Stripe instead of one, and a failed one costs seconds of waiting. */
const shortAtStripe: TrialSize = {
  ...shortAtBraintree,
  cast: {
    friends: [6],
    kinds: ['looked up', 'not looked up', 'in trial', 'looked up', 'leaving unseen'],
    outsiders: 1,
    joinUntil: 6,
  },
  days: 38,
  killsAlone: 1,
  outageMs: 0,
  shares: { ...shares, answerLost: 0.01, status503: 0.01, appliedLate: 0.02 },
}

export const shortSizes: Readonly<Record<ProcessorName, TrialSize>> = {
  braintree: shortAtBraintree,
  stripe: shortAtStripe,
}

const longAtBraintree: TrialSize = {
  cast: { friends: [13, 5, 4, 3, 2, 1], kinds: allKinds, outsiders: 5, joinUntil: 60 },
  days: 150,
  killsAlone: 12,
  killsOfBoth: 12,
  killsOfWorker: 2,
  outageMs: 120_000,
  billFaultEvery: 3,
  convergesWithinDays: CONVERGES_WITHIN_DAYS,
  shares,
}

/** At Stripe the story of the same length would take hours, because each look at a customer takes several requests. */
const longAtStripe: TrialSize = {
  ...longAtBraintree,
  cast: { friends: [6, 3], kinds: allKinds, outsiders: 2, joinUntil: 20 },
  days: 66,
  killsAlone: 4,
  killsOfBoth: 4,
  killsOfWorker: 1,
  outageMs: 60_000,
  billFaultEvery: 2,
}

export const longSizes: Readonly<Record<ProcessorName, TrialSize>> = {
  braintree: longAtBraintree,
  stripe: longAtStripe,
}

export type Trial = {
  readonly processor: ProcessorName
  readonly size: TrialSize
  readonly seed: number
}

/** Runs with a database and a gateway of its own: what an earlier run has left to do must not go on beside it. */
export async function runOnService({ processor, size, seed }: Trial): Promise<TrialReport> {
  const database = await startDatabase()
  try {
    const sandbox = await startLocalSandbox(processor)
    try {
      const given = processor === 'stripe' ? givenStripeGateway : givenBraintreeGateway
      return await runProcessorTrial(
        await given(sandbox),
        (gateway) => connectedService(database, gateway),
        size,
        seed,
      )
    } finally {
      await sandbox.close()
    }
  } finally {
    await database.stop()
  }
}
