import type { BillWithUser } from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'
import { accountName } from '../../format/person-name.ts'

/** The list of bills as a file: the names of an export, with the owner in words. */
export const billFile: Columns<BillWithUser> = {
  billOf: (it) => accountName(it.accountId, it.user),
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
  id: (it) => it.id,
}
