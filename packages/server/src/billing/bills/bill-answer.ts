import type { Bill } from '@goodword/contract/billing/bill'
import { type Currency, priceToNumber } from '@goodword/domain/values/money'
import type { ReportedBillRow } from '../../frame/rows/reported-bills.ts'
import type { ListedBillRow } from '../rows/bills.ts'
import { owedOn } from './intend-mend.ts'

export function billAnswer(row: ListedBillRow): Bill {
  const amount = (minor: number) => priceToNumber({ minor, currency: row.currency })
  return {
    id: row.id,
    accountId: row.account,
    subscriptionId: row.subscription_id,
    transactionId: row.transaction_id,
    date: row.billed_at,
    price: amount(row.price_minor),
    expectedDiscount: amount(row.expected_minor),
    actualDiscount: amount(row.actual_minor),
    difference: amount(row.expected_minor - row.actual_minor),
    charged: amount(row.charged_minor),
    addedTax: amount(row.tax_minor),
    refunded: amount(row.refunded_minor),
    owed: amount(owedOn(row)),
    currency: row.currency,
    state: row.state,
    reason: row.resolution ?? row.finding,
  }
}

export function reportedBillAnswer(accountId: string, row: ReportedBillRow) {
  // Only currencies that a merchant may send were ever stored.
  const amount = (minor: number) => priceToNumber({ minor, currency: row.currency as Currency })
  return {
    accountId,
    subscriptionId: row.subscription_id,
    date: row.billed_at,
    price: amount(row.price_minor),
    discount: amount(row.discount_minor),
    currency: row.currency,
    nextBillDate: row.next_bill_date,
  }
}
