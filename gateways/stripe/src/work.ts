import { nowOf, type World } from '@goodword/sandbox/model/world'
import type { StripeAccount } from './model/account.ts'

/** The sandbox. */
export type Gateway = World<StripeAccount>

/** The context of work for an account at a time: a request, or due work. */
export type Work = {
  readonly gateway: Gateway
  readonly account: StripeAccount
  /** The clock that `now` is of. */
  readonly clockId: string | null
  /** Seconds since the epoch. */
  readonly now: number
  readonly request: { readonly id: string | null; readonly idempotencyKey: string | null }
  /** The answer of a present customer to a bank that requires authentication; absent without one. */
  readonly authentication?: 'fails' | 'succeeds'
}

/** The context of work without a request, at the time of one of the account's clocks. */
export function workBy(gateway: Gateway, account: StripeAccount, clockId: string | null): Work {
  const now = secondsOf(nowOf(gateway, account, clockId))
  return { gateway, account, clockId, now, request: { id: null, idempotencyKey: null } }
}

/** Returns the work by another clock of the account. */
export function byClock(work: Work, clockId: string | null): Work {
  if (clockId === work.clockId) return work
  return { ...work, clockId, now: secondsOf(nowOf(work.gateway, work.account, clockId)) }
}

export function secondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}
