import {
  type AddedTax,
  afterTax,
  isDisputed,
  type PaymentRefund,
  type ProcessorPayment,
} from '../bills/processor-payment.ts'

/** The money of a bill, in minor units. */
export type BillMoney = {
  readonly expectedMinor: number
  readonly actualMinor: number
  readonly chargedMinor: number
  readonly addedTax: AddedTax
  /** The sum of all refunds. */
  readonly refundedMinor: number
  /** A bank wants it back, or took it. */
  readonly isDisputed: boolean
}

type Paid = Omit<BillMoney, 'refundedMinor' | 'isDisputed'>

/** The amount that a customer overpaid for a bill, with the tax on it; 0 for one who paid too little. */
export function paidTooMuch({ expectedMinor, actualMinor, chargedMinor, addedTax }: Paid): number {
  const missing = expectedMinor - actualMinor
  return missing <= 0 ? 0 : Math.min(afterTax(missing, addedTax), chargedMinor)
}

/** The overpaid amount that is not refunded yet; a bank decides about a payment that is disputed. */
export function owedBack(money: BillMoney): number {
  return money.isDisputed ? 0 : Math.max(0, paidTooMuch(money) - money.refundedMinor)
}

/** The refunds and disputes of a payment. */
export type Returned = {
  readonly refunds: readonly PaymentRefund[]
  readonly refundedMinor: number
  readonly isDisputed: boolean
}

/**
 * Adds the refunds in a reading of a payment to the known ones. A reading may be older than a refund of ours, so that none
 * is forgotten: one that was undone is shown as failed or voided.
 */
export function returnedOf(known: readonly PaymentRefund[], payment: ProcessorPayment): Returned {
  const byId = new Map([...known, ...(payment.refunds ?? [])].map((it) => [it.id, it]))
  const refunds = [...byId.values()]
  const isLost = payment.disputes?.some((it) => it.status === 'LOST') === true
  return {
    refunds,
    refundedMinor: isLost ? payment.amount.minor : sumOfRefunds(refunds),
    isDisputed: isDisputed(payment),
  }
}

/** The sum of the refunds, in minor units. */
export function sumOfRefunds(refunds: readonly PaymentRefund[]): number {
  return refunds.filter(isGivenBack).reduce((sum, { amount }) => sum + amount.minor, 0)
}

export function isGivenBack({ status }: Pick<PaymentRefund, 'status'>): boolean {
  return status !== 'FAILED' && status !== 'VOIDED'
}
