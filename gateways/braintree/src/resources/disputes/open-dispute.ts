import { drawId, drawNumber, drawSequence } from '@goodword/sandbox/drawing/ids'
import type { Gateway } from '../../gateway.ts'
import type { CardNumber } from '../../model/card.ts'
import { addDays, dayOf } from '../../model/day.ts'
import type { Dispute } from '../../model/dispute.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Transaction } from '../../model/transaction.ts'
import { numbersWith } from '../../records/cards/test-numbers.ts'
import { notifyDispute } from '../../webhooks/notify.ts'

const DAYS_TO_REPLY = 20

export type Wanted = Partial<Pick<Dispute, 'id' | 'kind' | 'reason' | 'reasonCode' | 'amount' | 'planned'>>

/** The bank of a sale's customer disputes it. */
export function openDispute(
  gateway: Gateway,
  merchant: Merchant,
  sale: Transaction,
  wanted: Wanted,
  now: number,
): Dispute {
  const id = wanted.id ?? drawId(merchant, 16, (each) => merchant.disputes.has(each))
  merchant.disputes.set(id, {
    id,
    sequence: drawSequence(merchant),
    transactionId: sale.id,
    kind: wanted.kind ?? 'chargeback',
    reason: wanted.reason ?? 'fraud',
    reasonCode: wanted.reasonCode ?? null,
    amount: wanted.amount ?? sale.amount,
    caseNumber: `CASE-${drawNumber(merchant, 8, () => false)}`,
    referenceNumber: `REF-${drawNumber(merchant, 8, () => false)}`,
    receivedDate: dayOf(now),
    replyByDate: addDays(dayOf(now), DAYS_TO_REPLY),
    status: 'open',
    evidence: [],
    planned: wanted.planned ?? null,
    statusHistory: [{ status: 'open', timestamp: now }],
    createdAt: now,
    updatedAt: now,
  })
  // The map's own proxy, so that later changes are noticed.
  const dispute = merchant.disputes.get(id)
  if (dispute === undefined) throw new Error('dispute not found after it was added')
  sale.disputeIds = [...(sale.disputeIds ?? []), id]
  notifyDispute(gateway, merchant, dispute, now)
  return dispute
}

/** Amounts of test sales that set the network's reason code. */
const reasonCodes: Readonly<Record<number, string>> = {
  8300: '83',
  1040: '1040',
  1310: '1310',
  7030: '7030',
}

/** Whether a sale to a card is disputed at once. */
export function isDisputedCard({ whole }: CardNumber): boolean {
  return whole === numbersWith.dispute
}

export function openTestDispute(gateway: Gateway, merchant: Merchant, sale: Transaction, now: number): void {
  openDispute(gateway, merchant, sale, { reasonCode: reasonCodes[sale.amount] ?? null }, now)
}
