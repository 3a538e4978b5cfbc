import type { Timed } from '@goodword/sandbox/model/account'

/** A time of its own, for the customers that were created with it. It stands until it is advanced. */
export type TestClock = Timed & {
  readonly id: string
  readonly created: number
  readonly name: string | null
  status: 'ready' | 'advancing' | 'internal_failure'
  /** Where it is being advanced to, in seconds; null while it is not. */
  advancesTo: number | null
}
