import type { Ended } from '@goodword/testing/node-program'
import type { Tenant } from '../laboratory/processes/goodword.ts'
import type { Story } from './stories.ts'
import type { Effect } from './write.ts'

/** The target of a trial: it accepts writes, can be crashed, and shows its stored data. */
export type Target = {
  readonly name: string
  readonly urls: readonly string[]
  readonly tenant: Tenant
  readonly stories: readonly Story[]
  readonly faults: readonly Fault[]
  /** Refusals that a fault may bring about, by their code; they store nothing. */
  readonly allowedRefusals: readonly string[]
  /** Resolves when everything is up again after the last fault. */
  untilWell(): Promise<void>
  /** How often each effect is stored. */
  stored(): Promise<ReadonlyMap<Effect, number>>
  /** The facts that its API returns for these accounts; null without a read API. */
  readBack(accounts: readonly string[]): Promise<ReadonlySet<Effect> | null>
  /** The violated invariants of the tables. */
  brokenPromises(): Promise<readonly string[]>
  /** Unexpected exits of services. */
  readonly ownEnds: readonly Ended[]
  stop(): Promise<void>
}

export type Fault = {
  readonly hits: 'service' | 'PostgreSQL' | 'clock'
  /** Injects the fault; killed processes are restarted. */
  strike(): Promise<void>
}
