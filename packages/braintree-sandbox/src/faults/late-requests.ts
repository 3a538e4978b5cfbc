import type { Merchant } from '../model/merchant.ts'

const inFlight = new WeakMap<Merchant, Set<Promise<void>>>()

/** Notes a request that is carried out after it was answered; `work` never fails. */
export function noteLateRequest(merchant: Merchant, work: Promise<void>): void {
  const requests = inFlight.get(merchant) ?? new Set()
  inFlight.set(merchant, requests)
  requests.add(work)
  void work.finally(() => requests.delete(work))
}

/**
 * Resolves when no such request is left. A second that it takes would be a day of a clock that is moved, and no real gateway
 * keeps a request for so long.
 */
export async function lateRequestsDone(merchant: Merchant): Promise<void> {
  await Promise.all(inFlight.get(merchant) ?? [])
}
