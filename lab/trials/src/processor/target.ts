import type { Ended } from '@goodword/testing/node-program'
import type { Effect } from '../crash/write.ts'
import type { Subscriber } from './gateway.ts'

/** A bill as the target lists it. Amounts are minor units. */
export type ListedBill = {
  readonly id: string
  readonly accountId: string
  readonly subscriptionId: string
  readonly transactionId: string | null
  readonly date: number
  readonly expected: number
  readonly actual: number
  readonly difference: number
  readonly charged: number
  readonly refunded: number
  readonly state: string
  readonly reason: string | null
}

/** A service connected to the gateway: it tracks referrals, and must apply their discounts and refunds. */
export type ProcessorTarget = {
  readonly name: string
  readonly clockUrl: string
  /** Resolves when the account is linked with its customer; returns the code that it shares. */
  addReferrer(referrer: Subscriber): Promise<string>
  /** `POST discount`, repeated until it is acknowledged. */
  link(friend: Subscriber, code: string): Promise<void>
  /** `POST discount` of another account for the customer of a friend who is linked. Throws unless it is refused. */
  linkRival(friend: Subscriber, rival: string, code: string): Promise<void>
  moderate(friend: string, action: string): Promise<void>
  /** Sends the call of an attacker's page: its own account with the customer of someone else, who has paid. */
  claim(customerId: string, account: string, code: string): Promise<void>
  /** The discount of the account's next bill according to the target, in minor units; null if it has no such call. */
  discountOf(account: string): Promise<number | null>
  /** The bills that it keeps, or those in a state; null if it keeps none. */
  bills(state?: 'WRONG' | 'MENDED'): Promise<readonly ListedBill[] | null>
  /** How often each effect is stored. */
  stored(): Promise<ReadonlyMap<Effect, number>>
  brokenPromises(): Promise<readonly string[]>
  /** The most attempts that a waiting job has failed. */
  mostAttempts(): Promise<number>
  /**
   * Kills processes, which are restarted, and returns how many. The jobs of one that is killed alone rest until their leases
   * end.
   */
  kill(which: 'web' | 'worker' | 'both'): Promise<number>
  untilWell(): Promise<void>
  readonly ownEnds: readonly Ended[]
  stop(): Promise<void>
}
