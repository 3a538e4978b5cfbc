import type { Dispute } from '../model/dispute.ts'
import { type Answer, done, invalid, notFound, ok } from '../protocol/answer.ts'
import { findDispute } from '../protocol/find.ts'
import { type Problem, Problems } from '../protocol/problems.ts'
import type { Call, Route } from '../protocol/route.ts'
import { disputeXml } from '../records/dispute-xml.ts'
import { saleOf } from '../records/disputes-of.ts'
import { addEvidence, disputeProblems } from '../resources/disputes/add-evidence.ts'
import { disputeSearch } from '../resources/disputes/dispute-search.ts'
import { moveDispute } from '../resources/disputes/move-dispute.ts'

export const disputeRoutes: readonly Route[] = [
  ...disputeSearch,
  { method: 'GET', path: '/disputes/:id', handle: find },
  { method: 'PUT', path: '/disputes/:id/accept', handle: accept },
  { method: 'PUT', path: '/disputes/:id/finalize', handle: finalize },
  {
    method: 'POST',
    path: '/disputes/:id/evidence',
    body: {
      evidence: {
        comments: 'value',
        category: 'value',
        sequence_number: 'value',
        document_upload_id: 'value',
      },
    },
    handle: addEvidence,
  },
  { method: 'DELETE', path: '/disputes/:id/evidence/:evidenceId', handle: removeEvidence },
]

function find({ merchant, path }: Call): Answer {
  const dispute = findDispute(merchant, path.id)
  return ok('dispute', disputeXml(dispute, saleOf(merchant, dispute)))
}

/** The merchant gives the money back. */
function accept({ gateway, merchant, path, now, body }: Call): Answer {
  const dispute = findDispute(merchant, path.id)
  if (dispute.status !== 'open') return refuse(disputeProblems.cannotAccept, body)
  moveDispute(gateway, merchant, dispute, 'accepted', now)
  return ok('dispute', disputeXml(dispute, saleOf(merchant, dispute)))
}

/** The merchant sends the evidence to the bank. */
function finalize({ gateway, merchant, path, now, body }: Call): Answer {
  const dispute = findDispute(merchant, path.id)
  if (dispute.status !== 'open') return refuse(disputeProblems.cannotFinalize, body)
  moveDispute(gateway, merchant, dispute, 'disputed', now)
  const decision = decisionOf(dispute)
  if (decision !== null) moveDispute(gateway, merchant, dispute, decision, now)
  return ok('dispute', disputeXml(dispute, saleOf(merchant, dispute)))
}

/** Test values of the sandbox: with these texts the bank decides at once. */
function decisionOf({ evidence }: Dispute): 'won' | 'lost' | null {
  if (evidence.some(({ comment }) => comment === 'compelling_evidence')) return 'won'
  return evidence.some(({ comment }) => comment === 'losing_evidence') ? 'lost' : null
}

function removeEvidence({ merchant, path, now, body }: Call): Answer {
  const dispute = findDispute(merchant, path.id)
  if (!dispute.evidence.some(({ id }) => id === path.evidenceId))
    throw notFound(`evidence ${path.evidenceId}`)
  if (dispute.status !== 'open') return refuse(disputeProblems.cannotRemoveEvidence, body)
  dispute.evidence = dispute.evidence.filter(({ id }) => id !== path.evidenceId)
  dispute.updatedAt = now
  return done
}

function refuse(problem: Problem, body: Call['body']): Answer {
  const problems = new Problems(['dispute'])
  problems.add(problem)
  return invalid(problems, body)
}
