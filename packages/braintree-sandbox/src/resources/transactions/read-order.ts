import { type Cents, parseMoney } from '../../model/money.ts'
import type { PurchaseDetails, Transaction } from '../../model/transaction.ts'
import { booleanOf, type Params, type Shape, textOf } from '../../protocol/params.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'
import { readDescriptor } from '../subscriptions/read-terms.ts'
import { transactionProblems } from './transaction-problems.ts'

export type OrderDetails = Pick<Transaction, 'descriptor' | 'orderId' | 'purchase'>

/** What requests may say of an order, at a sale and until it settles. */
export const orderShape = {
  descriptor: { name: 'value', phone: 'value', url: 'value' },
  discount_amount: 'value',
  order_id: 'value',
  purchase_order_number: 'value',
  shipping_amount: 'value',
  ships_from_postal_code: 'value',
  tax_amount: 'value',
  tax_exempt: 'value',
} satisfies Shape

const LONGEST_ORDER_ID = 255
const LONGEST_PURCHASE_ORDER = 17
const LONGEST_POSTAL_CODE = 9
const PRINTABLE = /^[ -~]*$/

/** What is not said stays as it was `before`. */
export function readOrderDetails(params: Params, before: OrderDetails, problems: Problems): OrderDetails {
  return {
    orderId: readText(
      params,
      'order_id',
      LONGEST_ORDER_ID,
      transactionProblems.orderIdTooLong,
      problems,
      before.orderId,
    ),
    descriptor: readDescriptor(params, before.descriptor, problems, ['transaction']),
    purchase: readPurchase(params, before.purchase, problems),
  }
}

function readPurchase(params: Params, before: PurchaseDetails, problems: Problems): PurchaseDetails {
  const { purchaseOrderTooLong, shipsFromTooLong } = transactionProblems
  const money = (key: string, format: Problem, negative: Problem, was: Cents | null) =>
    readMoney(params, key, { format, negative, was }, problems)
  const purchaseOrder = textOf(params, 'purchase_order_number') ?? ''
  if (!PRINTABLE.test(purchaseOrder)) problems.add(['transaction'], transactionProblems.purchaseOrderInvalid)
  const { taxFormat, taxNegative, discountFormat, discountNegative, shippingFormat, shippingNegative } =
    transactionProblems
  return {
    channel: before.channel,
    isRecurring: before.isRecurring,
    purchaseOrderNumber: readText(
      params,
      'purchase_order_number',
      LONGEST_PURCHASE_ORDER,
      purchaseOrderTooLong,
      problems,
      before.purchaseOrderNumber,
    ),
    taxAmount: money('tax_amount', taxFormat, taxNegative, before.taxAmount),
    taxExempt: booleanOf(params, 'tax_exempt') ?? before.taxExempt,
    discountAmount: money('discount_amount', discountFormat, discountNegative, before.discountAmount),
    shippingAmount: money('shipping_amount', shippingFormat, shippingNegative, before.shippingAmount),
    shipsFromPostalCode: readText(
      params,
      'ships_from_postal_code',
      LONGEST_POSTAL_CODE,
      shipsFromTooLong,
      problems,
      before.shipsFromPostalCode,
    ),
  }
}

function readText(
  params: Params,
  key: string,
  longest: number,
  tooLong: Problem,
  problems: Problems,
  before: string | null,
): string | null {
  const text = textOf(params, key)
  if (text === undefined) return before
  if (text !== null && text.length > longest) problems.add(['transaction'], tooLong)
  return text
}

type MoneyField = { readonly format: Problem; readonly negative: Problem; readonly was: Cents | null }

function readMoney(
  params: Params,
  key: string,
  { format, negative, was }: MoneyField,
  problems: Problems,
): Cents | null {
  const text = textOf(params, key)
  if (text === undefined) return was
  if (text === null) return null
  const amount = parseMoney(text)
  if (amount === null) problems.add(['transaction'], format)
  else if (amount < 0) problems.add(['transaction'], negative)
  return amount
}
