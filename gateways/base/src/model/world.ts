import type { Account, Timed } from './account.ts'
import { timeOf } from './clock.ts'
import type { Destination, Notification } from './notification.ts'

/** The environment of a sandbox, and the behavior of its processor. */
export type World<A extends Account> = {
  /** The machine's time, in milliseconds since the epoch. */
  readonly machineNow: () => number
  /** Logs unsupported requests and errors for the operator. */
  readonly log: (line: string) => void
  /** Ends background work, such as sending, when the sandbox closes. */
  readonly closing: AbortSignal
  readonly accounts: Map<string, A>
  readonly processor: Processor<A>
}

/** A clock of an account: null for the account's own, otherwise the id of one of its test clocks. */
export type ClockId = string | null

/** The behavior of one processor. Methods, so that a sandbox may narrow the account. */
export type Processor<A extends Account> = {
  /** Finds the owner of a clock of the account. @throws {Error} when the account has no such clock */
  timed(account: A, clockId: ClockId): Timed
  /** The next moment of a clock at which something other than a notification is due; null while nothing is. */
  nextDueAt(account: A, clockId: ClockId): number | null
  /** Does what is due by a clock, without sending anything, and says what that was. */
  doWhatIsDue(world: World<A>, account: A, clockId: ClockId, now: number): DoneWork
  /** The request that carries a notification. */
  outgoing(world: World<A>, account: A, delivery: Delivery): Outgoing
  /** For how many hours a notification that was not taken is sent again, once an hour. */
  resendsForHours(account: A): number
}

/** The kind of work that was due; settlements send no notification. */
export type DoneWork = 'nothing' | 'settlement' | 'more'

export type Delivery = {
  readonly notification: Notification
  readonly destination: Destination
  readonly body: Buffer
}

export type Outgoing = {
  readonly type: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The account's time, by its own clock or by one of its test clocks. */
export function nowOf<A extends Account>(
  world: World<A>,
  account: A,
  clockId: ClockId | undefined = null,
): number {
  return timeOf(world.processor.timed(account, clockId), world.machineNow)
}
