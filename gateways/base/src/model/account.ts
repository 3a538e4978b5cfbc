import type { Clock } from './clock.ts'
import type { FaultRule } from './fault-rule.ts'
import type { Deliveries, Destination, Notification } from './notification.ts'

/**
 * The state of one customer of a payment processor that all sandboxes have: its time, its webhooks, and its faults. Each
 * sandbox adds the records of its processor. Plain values and maps, so that it can be copied (`structuredClone`).
 */
export type Account = Timed & {
  readonly id: string
  /** How many ids and places in order were drawn. */
  drawn: number
  /** State of the account's chance: faults and deliveries with a probability draw from it. */
  chance: number
  /** Where notifications go. */
  destinations: Destination[]
  /** The journal of notifications, oldest first. */
  readonly notifications: Map<string, Notification>
  /** The faults of deliveries. */
  deliveries: Deliveries
  /** A URL that must respond at each due time before time continues; null for none. */
  barrier: string | null
  faults: FaultRule[]
}

/** An owner of a clock: an account, or a test clock of one. */
export type Timed = { clock: Clock }

/** The fields of a new account. */
export function emptyAccount(id: string, clock: Clock): Account {
  return {
    id,
    clock,
    drawn: 0,
    chance: 1,
    destinations: [],
    notifications: new Map(),
    deliveries: { duplicates: 0, losses: 0, reorders: false },
    barrier: null,
    faults: [],
  }
}
