import type { Gateway } from '../gateway.ts'
import type { Snapshots } from '../state/snapshots.ts'
import type { Fixture } from './fixtures/read-fixtures.ts'

/** What people and tests do to the gateway beside its own API. */
export type Control = {
  readonly gateway: Gateway
  /** What each merchant was made of. */
  readonly fixtures: Map<string, Fixture>
  readonly snapshots: Snapshots
  /** Called when the state has changed and must be written. */
  readonly changed: () => void
}
