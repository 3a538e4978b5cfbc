import { type Cents, parseMoney } from '../../model/money.ts'
import { booleanOf, type Params, type Shape, textOf } from '../../model/params.ts'
import type { PurchaseDetails, Transaction } from '../../model/transaction.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'
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
    descriptor: readDescriptor(params, before.descriptor, problems, ['transaction']),
    purchase: readPurchase(params, before.purchase, problems),
  }
}

function readPurchase(params: Params, before: PurchaseDetails, problems: Problems): PurchaseDetails {
  const { purchaseOrderTooLong } = transactionProblems
  const money = (key: string, named: Omit<MoneyField, 'was'>, was: Cents | null) =>
    readMoney(params, key, { ...named, was }, problems)
  const purchaseOrder = textOf(params, 'purchase_order_number') ?? ''
  if (!PRINTABLE.test(purchaseOrder)) problems.add(['transaction'], transactionProblems.purchaseOrderInvalid)
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
    taxAmount: money('tax_amount', moneyProblems.tax, before.taxAmount),
    taxExempt: booleanOf(params, 'tax_exempt') ?? before.taxExempt,
    discountAmount: money('discount_amount', moneyProblems.discount, before.discountAmount),
    shippingAmount: money('shipping_amount', moneyProblems.shipping, before.shippingAmount),
    shipsFromPostalCode: readShipsFrom(params, before.shipsFromPostalCode, problems),
  }
}

const moneyProblems = {
  tax: {
    format: transactionProblems.taxFormat,
    negative: transactionProblems.taxNegative,
    tooLarge: transactionProblems.taxTooLarge,
  },
  discount: {
    format: transactionProblems.discountFormat,
    negative: transactionProblems.discountNegative,
    tooLarge: transactionProblems.discountTooLarge,
  },
  shipping: {
    format: transactionProblems.shippingFormat,
    negative: transactionProblems.shippingNegative,
    tooLarge: transactionProblems.shippingTooLarge,
  },
}

function readShipsFrom(params: Params, before: string | null, problems: Problems): string | null {
  const { shipsFromTooLong, shipsFromInvalid, shipsFromCharacters } = transactionProblems
  const given = params.ships_from_postal_code
  if (typeof given === 'object' && given !== null) problems.add(['transaction'], shipsFromInvalid)
  const text = textOf(params, 'ships_from_postal_code') ?? ''
  if (!POSTAL_CODE.test(text)) problems.add(['transaction'], shipsFromCharacters)
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
  if (text !== null && text.length > longest) problems.add(['transaction'], tooLong)
  return text
}

type MoneyField = Readonly<Record<'format' | 'negative' | 'tooLarge', Problem>> & {
  readonly was: Cents | null
}

function readMoney(
  params: Params,
  key: string,
  { format, negative, tooLarge, was }: MoneyField,
  problems: Problems,
): Cents | null {
  const text = textOf(params, key)
  if (text === undefined) return was
  if (text === null) return null
  const amount = parseMoney(text)
  if (amount === null) problems.add(['transaction'], format)
  else if (amount < 0) problems.add(['transaction'], negative)
  else if (amount > MAX_MONEY) problems.add(['transaction'], tooLarge)
  return amount
}
