import type { WritingWork } from '../ceilings/write-ceiling.ts'
import type { Dataset } from '../dataset/tenants.ts'
import type { Answer } from '../load/run-load.ts'

export const scenarioNames = [
  'attribution',
  'conversion',
  'code-look-up',
  'reward-read',
  'identify-new',
  'identify-repeat',
  'share-link-one-code',
  'share-link-many-codes',
] as const
export type ScenarioName = (typeof scenarioNames)[number]

/** One kind of request, with the best that the same rows or one row cost without the service. */
export type Scenario = {
  readonly name: ScenarioName
  /** The project's target with 32 callers on two cores; null where there is none. */
  readonly aimPerSecond: number | null
  /** Prepares the requests in their wire format; the load alternates between the tenants. */
  readonly prepare: (dataset: Dataset, count: number) => Promise<readonly string[]>
  /** The class of successful statuses; defaults to 2xx. */
  readonly answer?: Answer
  readonly ceiling: WriteCeiling | ReadCeiling | RedirectCeiling
}

/** The bare web framework, which redirects and does nothing else. */
export type RedirectCeiling = { readonly kind: 'redirect' }

/** Writes the rows of the service by the best hand-written SQL, through the same driver, as the same role. */
export type WriteCeiling = {
  readonly kind: 'write'
  /** Makes ready what so many requests would write; all of one tenant. */
  readonly prepare: (dataset: Dataset, count: number) => Promise<WritingWork>
}

/** One indexed select behind the bare web framework. */
export type ReadCeiling = {
  readonly kind: 'read'
  readonly select: 'account' | 'code'
  /** The keys to read, encoded for a path; all of one tenant. */
  readonly keys: (dataset: Dataset, count: number) => readonly string[]
}
