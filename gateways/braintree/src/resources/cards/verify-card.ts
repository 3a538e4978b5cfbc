import { drawId, drawSequence } from '@goodword/sandbox/drawing/ids'
import type { Card, CvvResponse, Verification } from '../../model/card.ts'
import type { AddressFields } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { ProcessorResponse } from '../../model/processor-response.ts'
import { authorize, noResponse } from '../../processor/processor.ts'
import { numbersWith } from '../../records/cards/test-numbers.ts'
import type { WantedVerification } from './read-wanted-verification.ts'

type VerifiedCard = Pick<Card, 'number' | 'expirationMonth' | 'expirationYear' | 'cardholderName'> & {
  readonly billingAddress: AddressFields | null
  readonly cvvResponse: CvvResponse
}

/** Verifies a card with the processor, and stores the result. */
export function verifyCard(
  merchant: Merchant,
  now: number,
  { number, expirationMonth, expirationYear, cardholderName, billingAddress, cvvResponse }: VerifiedCard,
  { amount, merchantAccountId }: WantedVerification,
): Verification {
  const gatewayRejectionReason = riskOf(number.whole)
  const processorResponse = gatewayRejectionReason === null ? query(amount, number.whole) : noResponse
  const verification: Verification = {
    id: drawId(merchant, 8, (id) => merchant.verifications.has(id)),
    sequence: drawSequence(merchant),
    token: null,
    customerId: null,
    number,
    expirationMonth,
    expirationYear,
    cardholderName,
    billingAddress,
    amount,
    merchantAccountId,
    status: gatewayRejectionReason === null ? statusOf(processorResponse) : 'gateway_rejected',
    processorResponse,
    gatewayRejectionReason,
    cvvResponse,
    createdAt: now,
  }
  merchant.verifications.set(verification.id, verification)
  return verification
}

/** The response for a card that failed. */
export function failureOf({ gatewayRejectionReason, processorResponse }: Verification): string {
  return gatewayRejectionReason === null
    ? processorResponse.text
    : `Gateway Rejected: ${gatewayRejectionReason}`
}

/** The card's number decides first, as the documented declined cards want it. */
function query(amount: number, number: string): ProcessorResponse {
  const response = authorize(0, number)
  return amount > 0 && statusOf(response) === 'verified' ? authorize(amount, number) : response
}

function statusOf({ code }: ProcessorResponse): Verification['status'] {
  if (code.startsWith('1')) return 'verified'
  return code.startsWith('3') ? 'failed' : 'processor_declined'
}

function riskOf(number: string): string | null {
  if (number === numbersWith.fraud) return 'fraud'
  return number === numbersWith.riskThresholds ? 'risk_threshold' : null
}
