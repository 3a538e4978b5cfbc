import type { Client, ReferralReview } from '@goodword/client'
import type { WriteDescription } from '../tool.ts'
import { amountText, rewardText, signalsText, userText } from './fact-texts.ts'

const decisions = { APPROVE: 'Approve', DENY: 'Deny', PEND: 'Hold' } as const
const sides = { REFERRER: 'the referrer’s side', REFERRED: 'the friend’s side' } as const

type Decision = { readonly referralId: string; readonly action: string }
type ReviewedSide = ReferralReview['sides'][number]

/** What a person needs to know about a decision: who both are, what each gets, and what fraud rules found. */
export async function describeDecision(
  client: Client,
  signal: AbortSignal,
  { referralId, action }: Decision,
): Promise<WriteDescription> {
  const call = { params: { referralId }, signal }
  const [referral, review] = await Promise.all([client.readReferral(call), client.readReferralReview(call)])
  const [decision, side] = action.split('_') as [keyof typeof decisions, keyof typeof sides | undefined]
  const rewardOf = (of: keyof typeof sides) => stakeText(review.sides.find((it) => it.side === of))
  const { referringAccountId, referrerUser, referredAccountId, referredUser } = referral
  return {
    question: `${decisions[decision]} ${side === undefined ? 'both sides' : sides[side]} of this referral?`,
    facts: [
      ['Referrer', userText(referringAccountId, referrerUser)],
      ['Reward of the referrer', rewardOf('REFERRER')],
      ['Friend', userText(referredAccountId, referredUser)],
      ['Reward of the friend', rewardOf('REFERRED')],
      ['Fraud signals', signalsText(referral)],
      ['Referral', referralId],
    ],
  }
}

const statuses = { PENDING: 'waits', APPROVED: 'approved now', DENIED: 'denied now' } as const

function stakeText(side: ReviewedSide | undefined): string {
  if (side === undefined || side.reward === null) return 'none'
  return `${rewardText(side.reward)}${worthText(side.worth)} (${statuses[side.status]})`
}

function worthText(worth: ReviewedSide['worth']): string {
  if (worth === null) return ''
  const { amount, currency, bills } = worth
  const range = bills === null ? 'each bill' : `${bills} ${bills === 1 ? 'bill' : 'bills'}`
  return `, about ${amountText(amount, currency)} on ${range}`
}
