/** A bill as the gateway has it. Amounts are minor units, times milliseconds. */
export type GatewayBill = {
  /** The name of the account whose subscription it is. */
  readonly name: string
  readonly subscriptionId: string
  /** Null for a bill that came to nothing: the gateway charges nothing then. */
  readonly transactionId: string | null
  readonly madeAt: number
  readonly discount: number
  readonly charged: number
  /** The amounts that were given back of it, one for each refund. */
  readonly refunds: readonly number[]
}

/** The bills of a customer's subscription, and when it was cancelled; null for one that goes on. */
export type GatewayHistory = {
  readonly name: string
  readonly bills: readonly GatewayBill[]
  /** What was credited to the customer. */
  readonly credits: readonly Credit[]
  readonly cancelledAt: number | null
}

/** An amount that pays for later bills, with what it was made under. */
export type Credit = { readonly orderId: string; readonly amount: number }
