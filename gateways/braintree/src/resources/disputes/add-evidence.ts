import { drawId } from '@goodword/sandbox/drawing/ids'
import type { Evidence } from '../../model/dispute.ts'
import { integerOf, partOf, textOf } from '../../model/params.ts'
import { type Answer, created, invalid, notFound } from '../../protocol/answer.ts'
import { findDispute } from '../../protocol/find.ts'
import { type Problem, Problems, problem } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { evidenceXml } from '../../records/dispute-xml.ts'

const MAX_TEXT_LENGTH = 65_536

/** Adds a text that the bank is to read. */
export function addEvidence({ merchant, path, body, now }: Call): Answer {
  const dispute = findDispute(merchant, path.id)
  const params = partOf(body, 'evidence')
  const documentId = textOf(params, 'document_upload_id') ?? null
  // No documents can be uploaded, so there is none of any ID.
  if (documentId !== null) throw notFound(`document ${documentId}`)
  const comment = textOf(params, 'comments') ?? ''
  const category = textOf(params, 'category') ?? null
  const problem = problemOf(dispute.status === 'open', comment, category)
  if (problem !== null) {
    const problems = new Problems(['dispute'])
    problems.add(problem)
    return invalid(problems, body)
  }
  const evidence: Evidence = {
    id: drawId(merchant, 20, () => false),
    comment,
    category,
    sequenceNumber: integerOf(params, 'sequence_number') ?? null,
    createdAt: now,
  }
  dispute.evidence = [...dispute.evidence, evidence]
  dispute.updatedAt = now
  return created('evidence', evidenceXml(evidence))
}

function problemOf(isOpen: boolean, comment: string, category: string | null): Problem | null {
  if (!isOpen) return disputeProblems.cannotAddEvidence
  if (comment.length > MAX_TEXT_LENGTH) return disputeProblems.textTooLong
  if (category === null || textCategories.has(category)) return null
  return fileCategories.has(category) ? disputeProblems.documentOnly : disputeProblems.categoryInvalid
}

const textCategories: ReadonlySet<string> = new Set([
  'CARRIER_NAME',
  'CREDIT_ISSUED',
  'DEVICE_ID',
  'DEVICE_NAME',
  'DOWNLOAD_DATE_TIME',
  'EVIDENCE_TYPE',
  'GENERAL',
  'GEOGRAPHICAL_LOCATION',
  'PRIOR_DIGITAL_GOODS_TRANSACTION_ARN',
  'PRIOR_DIGITAL_GOODS_TRANSACTION_DATE_TIME',
  'PRIOR_DIGITAL_GOODS_TRANSACTION_ID',
  'PRIOR_NON_DISPUTED_TRANSACTION_ARN',
  'PRIOR_NON_DISPUTED_TRANSACTION_DATE_TIME',
  'PRIOR_NON_DISPUTED_TRANSACTION_EMAIL_ADDRESS',
  'PRIOR_NON_DISPUTED_TRANSACTION_ID',
  'PRIOR_NON_DISPUTED_TRANSACTION_IP_ADDRESS',
  'PRIOR_NON_DISPUTED_TRANSACTION_PHONE_NUMBER',
  'PRIOR_NON_DISPUTED_TRANSACTION_PHYSICAL_ADDRESS',
  'PURCHASER_EMAIL_ADDRESS',
  'PURCHASER_IP_ADDRESS',
  'PURCHASER_NAME',
  'RECURRING_TRANSACTION_ARN',
  'RECURRING_TRANSACTION_DATE_TIME',
  'RECURRING_TRANSACTION_ID',
  'REFUND_ID',
  'TRACKING_NUMBER',
  'TRACKING_URL',
])

const fileCategories: ReadonlySet<string> = new Set([
  'LEGIT_PAYMENTS_FOR_SAME_MERCHANDISE',
  'MERCHANT_WEBSITE_OR_APP_ACCESS',
  'PROFILE_SETUP_OR_APP_ACCESS',
  'PROOF_OF_AUTHORIZED_SIGNER',
  'PROOF_OF_DELIVERY',
  'PROOF_OF_DELIVERY_EMP_ADDRESS',
  'PROOF_OF_POSSESSION_OR_USAGE',
  'SIGNED_DELIVERY_FORM',
  'SIGNED_ORDER_FORM',
  'TICKET_PROOF',
])

/** The problems of requests about disputes. */
export const disputeProblems = {
  cannotAddEvidence: problem(
    '95701',
    'status',
    'Evidence can only be attached to disputes that are in an Open state',
  ),
  cannotRemoveEvidence: problem(
    '95702',
    'status',
    'Evidence can only be removed from disputes that are in an Open state',
  ),
  cannotAccept: problem('95704', 'status', 'Disputes can only be accepted when they are in an Open state'),
  cannotFinalize: problem('95705', 'status', 'Disputes can only be finalized when they are in an Open state'),
  categoryInvalid: problem(
    '95706',
    'evidence',
    'The category you supplied on the evidence record is not valid',
  ),
  textTooLong: problem('95708', 'evidence', 'Evidence content is too long'),
  documentOnly: problem('95712', 'evidence', 'Only file evidence can be provided for this category'),
}
