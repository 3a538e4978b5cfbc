import { dayOf } from '../../model/day.ts'
import type { Dispute } from '../../model/dispute.ts'
import type { Merchant } from '../../model/merchant.ts'
import { type Answer, ok } from '../../protocol/answer.ts'
import type { Call, Route } from '../../protocol/route.ts'
import { collection } from '../../protocol/xml.ts'
import { disputeXml } from '../../records/dispute-xml.ts'
import { saleOf } from '../../records/disputes-of.ts'
import { amounts, type Criterion, days, multiple, text } from '../../search/criterion.ts'
import { found, PAGE_SIZE } from '../../search/search-routes.ts'

/** Other than for what else can be searched, the page is in the address, and its disputes are answered at once. */
export const disputeSearch: readonly Route[] = [
  {
    method: 'POST',
    path: '/disputes/advanced_search',
    query: ['page'],
    body: { search: 'anything' },
    handle: search,
  },
]

function search(call: Call): Answer {
  const { merchant, query } = call
  const disputes = found({ all: () => merchant.disputes.values(), criteria }, call)
  const page = Math.max(1, Math.floor(Number(query.page ?? 1)) || 1)
  const items = disputes
    .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    .map((each) => disputeXml(each, saleOf(merchant, each)))
  const fields = { 'current-page-number': page, 'page-size': PAGE_SIZE, 'total-items': disputes.length }
  return ok('disputes', collection('dispute', items, fields))
}

function criteria(merchant: Merchant): Readonly<Record<string, Criterion<Dispute>>> {
  return {
    id: text((it) => it.id),
    case_number: text((it) => it.caseNumber),
    customer_id: text((it) => saleOf(merchant, it).customer?.id ?? null),
    reference_number: text((it) => it.referenceNumber),
    transaction_id: text((it) => it.transactionId),
    chargeback_protection_level: multiple(() => 'not_protected'),
    protection_level: multiple(() => 'No Protection'),
    kind: multiple((it) => it.kind),
    merchant_account_id: multiple((it) => saleOf(merchant, it).merchantAccountId),
    pre_dispute_program: multiple(() => 'none'),
    reason: multiple((it) => it.reason),
    reason_code: multiple((it) => it.reasonCode),
    status: multiple((it) => it.status),
    transaction_source: multiple((it) => saleOf(merchant, it).source),
    amount_disputed: amounts((it) => it.amount),
    amount_won: amounts((it) => (it.status === 'won' ? it.amount : 0)),
    // Disbursements are not simulated: nothing matches.
    disbursement_date: days(() => null),
    effective_date: days((it) => dayOf(it.updatedAt)),
    received_date: days((it) => it.receivedDate),
    reply_by_date: days((it) => it.replyByDate),
  }
}
