import type { Merchant } from '../model/merchant.ts'
import type { Transaction } from '../model/transaction.ts'
import { type WrittenXml, written, type XmlValue } from '../protocol/xml.ts'
import { transactionXml } from './transaction-xml.ts'

type Kept = { readonly xml: WrittenXml; readonly refundIds: readonly string[]; readonly updatedAt: number }

/** A settled transaction takes about 3 kB; all of these are let go when they are too many. */
const MAX_KEPT = 20_000
let kept = new WeakMap<Transaction, Kept>()
let count = 0

/**
 * A transaction in the list of its subscription. Every notification shows up to 20 of them, most of which have settled:
 * then only refunds and disputes are added to them, so those without a dispute are written once.
 */
export function shownTransaction(merchant: Merchant, it: Transaction): XmlValue {
  if (it.status !== 'settled' || it.disputeIds !== undefined) return transactionXml(merchant, it)
  const before = kept.get(it)
  if (before?.refundIds === it.refundIds && before.updatedAt === it.updatedAt) return before.xml
  const xml = written(transactionXml(merchant, it))
  if (count === MAX_KEPT) [kept, count] = [new WeakMap(), 0]
  count += 1
  kept.set(it, { xml, refundIds: it.refundIds, updatedAt: it.updatedAt })
  return xml
}
