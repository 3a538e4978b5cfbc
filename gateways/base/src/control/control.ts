import type { Account } from '../model/account.ts'
import type { World } from '../model/world.ts'

/** The control of a sandbox by people and tests, beside its processor's own API. */
export type Control<A extends Account> = {
  readonly gateway: World<A>
  /** Called when the state has changed and must be written. */
  readonly changed: () => void
}
