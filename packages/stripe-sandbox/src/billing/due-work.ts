import type { DoneWork } from '@goodword/sandbox/model/world'
import type { StripeAccount } from '../model/account.ts'
import type { Gateway } from '../work.ts'

/** The next moment of a clock at which something is billed, in milliseconds; null while nothing is. */
export function nextWorkAt(_account: StripeAccount, _clockId: string | null): number | null {
  return null
}

/** Does what is due by a clock. */
export function doWork(
  _gateway: Gateway,
  _account: StripeAccount,
  _clockId: string | null,
  _now: number,
): DoneWork {
  return 'nothing'
}
