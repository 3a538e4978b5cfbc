import type { Merchant } from '../model/merchant.ts'

const atWork = new WeakSet<Merchant>()

/** Takes a merchant's time into one's own hands; false when somebody else has it, so that nothing runs twice. */
export function begin(merchant: Merchant): boolean {
  if (atWork.has(merchant)) return false
  atWork.add(merchant)
  return true
}

export function end(merchant: Merchant): void {
  atWork.delete(merchant)
}

/** Whether what is due is being done just now; the clock must not be set meanwhile. */
export function isAtWork(merchant: Merchant): boolean {
  return atWork.has(merchant)
}
