import type { Account } from '../model/account.ts'

const inFlight = new WeakMap<Account, Set<Promise<void>>>()

/** Notes a request that is carried out after it was answered; `work` never fails. */
export function noteLateRequest(account: Account, work: Promise<void>): void {
  const requests = inFlight.get(account) ?? new Set()
  inFlight.set(account, requests)
  requests.add(work)
  void work.finally(() => requests.delete(work))
}

/**
 * Resolves when no such request is left. A second that it takes would be a day of a clock that is moved, and no real gateway
 * keeps a request for so long.
 */
export async function lateRequestsDone(account: Account): Promise<void> {
  await Promise.all(inFlight.get(account) ?? [])
}
