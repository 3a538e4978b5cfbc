import { type Account, emptyAccount } from '../model/account.ts'

/** An account whose clock is stopped at noon on 31 January 2026. */
export function givenAccount(id = 'account'): Account {
  return emptyAccount(id, { at: Date.UTC(2026, 0, 31, 12), runsSince: null })
}
