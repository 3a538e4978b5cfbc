import type { Control as AccountControl } from '@goodword/sandbox/control/control'
import type { Merchant } from '../model/merchant.ts'
import type { Snapshots } from '../state/snapshots.ts'
import type { Fixture } from './fixtures/read-fixtures.ts'

/** What people and tests do to the gateway beside its own API. */
export type Control = AccountControl<Merchant> & {
  /** What each merchant was made of. */
  readonly fixtures: Map<string, Fixture>
  readonly snapshots: Snapshots
}
