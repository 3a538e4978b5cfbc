import { drawId, drawSequence } from '@goodword/sandbox/drawing/ids'
import { type CardFace, faceOf, type Verification } from '../../model/card.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { ProcessorResponse } from '../../model/processor-response.ts'
import { authorize, noResponse } from '../../processor/processor.ts'
import { numbersWith } from '../../records/cards/test-numbers.ts'
import type { WantedVerification } from './read-wanted-verification.ts'

type VerifiedCard = CardFace & Pick<Verification, 'billingAddress' | 'cvvResponse'>

/** Verifies a card with the processor, and stores the result. */
export function verifyCard(
  merchant: Merchant,
  now: number,
  card: VerifiedCard,
  { amount, merchantAccountId }: WantedVerification,
): Verification {
  const { whole } = card.number
  const gatewayRejectionReason = riskOf(whole)
  const processorResponse = gatewayRejectionReason === null ? query(amount, whole) : noResponse
  const verification: Verification = {
    id: drawId(merchant, 8, (id) => merchant.verifications.has(id)),
    sequence: drawSequence(merchant),
    token: null,
    customerId: null,
    ...faceOf(card),
    billingAddress: card.billingAddress,
    amount,
    merchantAccountId,
    status: gatewayRejectionReason === null ? statusOf(processorResponse) : 'gateway_rejected',
    processorResponse,
    gatewayRejectionReason,
    cvvResponse: card.cvvResponse,
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
