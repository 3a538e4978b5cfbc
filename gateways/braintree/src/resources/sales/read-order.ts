import type { Cents } from '../../model/money.ts'
import { booleanOf, type Params, type Shape, textOf } from '../../model/params.ts'
import type { PurchaseDetails, Transaction } from '../../model/transaction.ts'
import { type AmountProblems, type Problem, type Problems, readMoney } from '../../protocol/problems.ts'
import { readDescriptor } from '../subscriptions/read-terms.ts'
import { transactionProblems } from '../transactions/transaction-problems.ts'

export type OrderDetails = Pick<Transaction, 'descriptor' | 'orderId' | 'purchase'>

/** The parameters of an order, at a sale and until it settles. */
export const orderShape = {
  descriptor: { name: 'value', phone: 'value', url: 'value' },
  discount_amount: 'value',
  order_id: 'value',
  purchase_order_number: 'value',
  shipping_amount: 'value',
  // A list is refused as a validation error.
  ships_from_postal_code: 'anything',
  tax_amount: 'value',
  tax_exempt: 'value',
} satisfies Shape

const MAX_ORDER_ID = 255
const MAX_PURCHASE_ORDER = 17
const MAX_POSTAL_CODE = 9
const PRINTABLE = /^[ -~]*$/
const POSTAL_CODE = /^[A-Za-z0-9 -]*$/
const MAX_MONEY: Cents = 999_999_999_99

/** Reads the details of an order; absent parameters stay as they were `before`. */
export function readOrderDetails(params: Params, before: OrderDetails, problems: Problems): OrderDetails {
  return {
    orderId: readText(
      params,
      'order_id',
      MAX_ORDER_ID,
      transactionProblems.orderIdTooLong,
      problems,
      before.orderId,
    ),
    descriptor: readDescriptor(params, before.descriptor, problems),
    purchase: readPurchase(params, before.purchase, problems),
  }
}

function readPurchase(params: Params, before: PurchaseDetails, problems: Problems): PurchaseDetails {
  const { purchaseOrderTooLong } = transactionProblems
  const money = (key: string, named: AmountProblems, was: Cents | null) => {
    const text = textOf(params, key)
    if (text === undefined || text === null) return text === null ? null : was
    return readMoney(text, MAX_MONEY, named, problems)
  }
  const purchaseOrder = textOf(params, 'purchase_order_number') ?? ''
  if (!PRINTABLE.test(purchaseOrder)) problems.add(transactionProblems.purchaseOrderInvalid)
  return {
    channel: before.channel,
    isRecurring: before.isRecurring,
    purchaseOrderNumber: readText(
      params,
      'purchase_order_number',
      MAX_PURCHASE_ORDER,
      purchaseOrderTooLong,
      problems,
      before.purchaseOrderNumber,
    ),
    taxAmount: money('tax_amount', transactionProblems.tax, before.taxAmount),
    taxExempt: booleanOf(params, 'tax_exempt') ?? before.taxExempt,
    discountAmount: money('discount_amount', transactionProblems.discount, before.discountAmount),
    shippingAmount: money('shipping_amount', transactionProblems.shipping, before.shippingAmount),
    shipsFromPostalCode: readShipsFrom(params, before.shipsFromPostalCode, problems),
  }
}

function readShipsFrom(params: Params, before: string | null, problems: Problems): string | null {
  const { shipsFromTooLong, shipsFromInvalid, shipsFromCharacters } = transactionProblems
  const given = params.ships_from_postal_code
  if (typeof given === 'object' && given !== null) problems.add(shipsFromInvalid)
  const text = textOf(params, 'ships_from_postal_code') ?? ''
  if (!POSTAL_CODE.test(text)) problems.add(shipsFromCharacters)
  return readText(params, 'ships_from_postal_code', MAX_POSTAL_CODE, shipsFromTooLong, problems, before)
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
  if (text !== null && text.length > longest) problems.add(tooLong)
  return text
}
