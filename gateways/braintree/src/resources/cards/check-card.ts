import type { Card, Verification } from '../../model/card.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Params } from '../../model/params.ts'
import { type Answer, declined } from '../../protocol/answer.ts'
import { verificationXml } from '../../records/verification-xml.ts'
import type { CardDraft } from './read-card.ts'
import { failureOf, verifyCard } from './verify-card.ts'

/** Whether a card may go into the vault: the verification that it passed, if one was wanted, or the answer that it did not. */
export type CheckedCard =
  | { readonly kind: 'good'; readonly verification: Verification | null }
  | { readonly kind: 'declined'; readonly answer: Answer }

export function checkCard(
  merchant: Merchant,
  now: number,
  draft: CardDraft,
  before: Card | null,
  params: Params,
): CheckedCard {
  if (draft.verification === null) return { kind: 'good', verification: null }
  const { billing } = draft
  const billingAddress = billing.kind === 'unsaid' ? (before?.billingAddress ?? null) : billing.fields
  const verification = verifyCard(merchant, now, { ...draft, billingAddress }, draft.verification)
  if (verification.status === 'verified') return { kind: 'good', verification }
  const beside = { verification: verificationXml(merchant, verification) }
  return { kind: 'declined', answer: declined(failureOf(verification), params, beside) }
}
