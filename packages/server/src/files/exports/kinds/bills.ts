import type { Bill } from '@goodword/contract/billing/bill'
import { timeCell } from '@goodword/domain/files/csv-record'
import { billAnswer } from '../../../billing/bills/bill-answer.ts'
import { walkBills } from '../../../billing/rows/bills.ts'
import { idsCreated } from '../../../engine/lists/id-range.ts'
import type { ExportedKind } from '../exported-kind.ts'

/** Bills are exported by when they were made, which their IDs begin with. */
export const exportedBills: ExportedKind<Bill> = {
  async read(_ctx, tx, { from, to, position, limit }) {
    const range = idsCreated(from, to)
    const rows = await walkBills(tx, { ...range, after: position ?? range.after }, limit)
    return rows.map((row) => ({ position: row.id, answer: billAnswer(row) }))
  },
  columns: {
    id: (it) => it.id,
    accountId: (it) => it.accountId,
    subscriptionId: (it) => it.subscriptionId,
    transactionId: (it) => it.transactionId,
    date: (it) => timeCell(it.date),
    price: (it) => it.price,
    expectedDiscount: (it) => it.expectedDiscount,
    actualDiscount: (it) => it.actualDiscount,
    difference: (it) => it.difference,
    charged: (it) => it.charged,
    addedTax: (it) => it.addedTax,
    refunded: (it) => it.refunded,
    owed: (it) => it.owed,
    currency: (it) => it.currency,
    state: (it) => it.state,
    reason: (it) => it.reason,
  },
}
