import { dayOf } from '../model/day.ts'
import type { Dispute, DisputeStatusEvent, Evidence } from '../model/dispute.ts'
import type { Transaction } from '../model/transaction.ts'
import { array, date, type Fields, money, time, type XmlValue } from '../protocol/xml.ts'
import { globalIdOf } from './global-id.ts'

/** A dispute as answers and notifications show it, with what names its sale. */
export function disputeXml(it: Dispute, sale: Transaction): Fields {
  const wonAt = it.statusHistory.find(({ status }) => status === 'won')?.timestamp ?? null
  return {
    id: it.id,
    'graphql-id': globalIdOf('dispute', it.id),
    'global-id': globalIdOf('dispute', it.id),
    amount: money(it.amount),
    'amount-disputed': money(it.amount),
    'amount-won': money(it.status === 'won' ? it.amount : 0),
    'case-number': it.caseNumber,
    'chargeback-protection-level': 'not_protected',
    'created-at': time(it.createdAt),
    'currency-iso-code': sale.currency,
    'date-opened': date(dayOf(it.createdAt)),
    'date-won': date(wonAt === null ? null : dayOf(wonAt)),
    evidence: array('evidence', it.evidence.map(evidenceXml)),
    kind: it.kind,
    'merchant-account-id': sale.merchantAccountId,
    'original-dispute-id': null,
    'pre-dispute-program': 'none',
    'processor-comments': null,
    reason: it.reason,
    'reason-code': it.reasonCode,
    'reason-description': null,
    'received-date': date(it.receivedDate),
    'reference-number': it.referenceNumber,
    'remaining-file-evidence-storage': null,
    'reply-by-date': date(it.replyByDate),
    status: it.status,
    'status-history': array('status-history', it.statusHistory.map(statusEventXml)),
    transaction: {
      id: sale.id,
      'global-id': globalIdOf('transaction', sale.id),
      amount: money(sale.amount),
      'created-at': time(sale.createdAt),
      'installment-count': null,
      'order-id': sale.orderId,
      'payment-instrument-subtype': sale.card.number.cardType,
      'purchase-order-number': sale.purchase.purchaseOrderNumber,
    },
    'updated-at': time(it.updatedAt),
  }
}

export function evidenceXml(it: Evidence): Fields {
  return {
    id: it.id,
    'global-id': globalIdOf('disputeevidence', it.id),
    comment: it.comment,
    category: it.category,
    'sequence-number': it.sequenceNumber,
    'created-at': time(it.createdAt),
    'sent-to-processor-at': null,
    url: null,
  }
}

function statusEventXml({ status, timestamp }: DisputeStatusEvent): XmlValue {
  return {
    status,
    timestamp: time(timestamp),
    'effective-date': date(dayOf(timestamp)),
    'disbursement-date': null,
  }
}
