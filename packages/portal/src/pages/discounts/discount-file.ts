import type { DiscountWithUser } from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'
import { accountName } from '../../format/person-name.ts'

export const discountFile: Columns<DiscountWithUser> = {
  subscriptionOf: (it) => accountName(it.accountId, it.user),
  accountId: (it) => it.accountId,
  subscriptionId: (it) => it.subscriptionId,
  expectedAmount: (it) => it.expectedAmount,
  actualAmount: (it) => it.actualAmount,
  currency: (it) => it.currency,
  state: (it) => it.state,
  reason: (it) => it.reason,
  dateNextBill: (it) => timeCell(it.dateNextBill),
  dateChecked: (it) => timeCell(it.dateChecked),
}
