import type { AddressFields } from './customer.ts'
import type { Cents } from './money.ts'
import type { ProcessorResponse } from './processor-response.ts'

/** What is printed on a card. */
export type CardFace = {
  readonly number: CardNumber
  /** `01` to `12`. */
  readonly expirationMonth: string
  readonly expirationYear: string
  readonly cardholderName: string | null
}

export function faceOf({ number, expirationMonth, expirationYear, cardholderName }: CardFace): CardFace {
  return { number, expirationMonth, expirationYear, cardholderName }
}

/** A credit card in the vault. It belongs to a customer. */
export type Card = CardFace & {
  token: string
  readonly sequence: number
  readonly customerId: string
  readonly billingAddress: AddressFields | null
  /** The ID of the billing address among the customer's addresses; null for none. */
  readonly billingAddressId: string | null
  isDefault: boolean
  readonly verificationIds: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
}

/** The stored parts of a card's number; the whole number is kept because it decides what the processor answers. */
export type CardNumber = {
  readonly whole: string
  readonly bin: string
  readonly last4: string
  /** `Visa`, `MasterCard`, … as answers spell it. */
  readonly cardType: string
}

/** The bank's result for a security code: match, no match, not verified, not supported, not provided, bypassed. */
export type CvvResponse = 'M' | 'N' | 'U' | 'S' | 'I' | 'B'

/** A card on its way from the browser; good for one use. */
export type Nonce = CardFace & {
  readonly nonce: string
  readonly billingAddress: AddressFields | null
  readonly cvvResponse: CvvResponse
  /** The requested token of a card outside the vault, or null. */
  readonly wantedToken: string | null
  /** The vaulted card of the nonce; null for a card outside the vault. */
  readonly token: string | null
  readonly customerId: string | null
  isConsumed: boolean
  readonly createdAt: number
}

export type Verification = CardFace & {
  readonly id: string
  readonly sequence: number
  /** The vaulted card and its customer; null when nothing was vaulted. */
  readonly token: string | null
  readonly customerId: string | null
  readonly billingAddress: AddressFields | null
  readonly amount: Cents
  readonly merchantAccountId: string
  readonly status: 'verified' | 'processor_declined' | 'gateway_rejected' | 'failed'
  readonly processorResponse: ProcessorResponse
  readonly gatewayRejectionReason: string | null
  readonly cvvResponse: CvvResponse
  readonly createdAt: number
}
