import type { Merchant } from '../model/merchant.ts'

const atWork = new WeakSet<Merchant>()

/** Acquires a merchant's clock; false if it is already in use, so that nothing runs twice. */
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
