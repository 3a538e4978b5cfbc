import type { Client, ReferralReview } from '@goodword/client'
import { moderateReferrals } from '@goodword/contract/referrals/endpoints'
import { Referral } from '@goodword/contract/referrals/referral'
import { giveReward as giving } from '@goodword/contract/rewards/endpoints'
import { Reward, RewardSpec } from '@goodword/contract/rewards/reward'
import { Type } from 'typebox'
import { defineTool, type WriteDescription } from '../tool.ts'
import { describeReward } from './describe-reward.ts'
import { amountText, rewardText, signalsText, userText } from './fact-texts.ts'

const decisions = { APPROVE: 'Approve', DENY: 'Deny', PEND: 'Hold' } as const
const sides = { REFERRER: 'the referrer’s side', REFERRED: 'the friend’s side' } as const

type Decision = { readonly referralId: string; readonly action: string }
type ReviewedSide = ReferralReview['sides'][number]

/** The facts about a decision for a person: both users, their rewards, and the findings of fraud rules. */
async function describeDecision(
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

/**
 * The faults of a reward's fields, for its own type. The schema alone would list the faults for every type, which helps a
 * model least.
 */
function faultOfReward(input: unknown): string | null {
  const reward: unknown = Object(input).reward
  if (typeof reward !== 'object' || reward === null) return null
  const { type } = reward as { readonly type?: unknown }
  const kind = kinds.find((it) => it.types.includes(String(type)))
  if (kind === undefined) return `reward.type must be one of ${kinds.flatMap((it) => it.types).join(', ')}.`
  const missing = kind.required.filter((it) => !Object.hasOwn(reward, it))
  const unknown = Object.keys(reward).filter((it) => !kind.fields.includes(it))
  if (missing.length === 0 && unknown.length === 0) return null
  return [
    ...missing.map((it) => `reward.${it} is missing.`),
    // Field names made up by a model have any length.
    ...(unknown.length === 0 ? [] : [`reward has unknown fields: ${unknown.join(', ').slice(0, 200)}.`]),
    `A reward of the type ${String(type)} has the fields ${kind.fields.join(', ')}, and needs ${kind.required.join(', ')}.`,
  ].join(' ')
}

const kinds = RewardSpec.anyOf.map(({ properties, required }) => {
  const { const: one, enum: several } = properties.type as {
    readonly const?: string
    readonly enum?: readonly string[]
  }
  return {
    types: several ?? [String(one)],
    fields: Object.keys(properties),
    required: required as readonly string[],
  }
})

const { referralId, action } = moderateReferrals.body.properties.actions.items.properties

export const decideReferral = defineTool({
  name: 'decide_referral',
  title: 'Decide on a referral',
  description:
    'Asks the person to confirm a decision: to approve, deny or hold a referral or one side of it. An approved side gets its reward, a denied or held side has none. Another decision undoes it, but not credit that was redeemed meanwhile. Read the referral with `explain_referral` first.',
  input: Type.Object({ referralId, action }),
  output: Type.Object({ referral: Referral }),
  needs: 'decide',
  describe: ({ client, signal }, decision) => describeDecision(client, signal, decision),
  async run({ client, signal, idempotencyKey }, decision) {
    const { referrals } = await client.moderateReferrals({
      body: { actions: [decision] },
      ...keyed(idempotencyKey),
      signal,
    })
    const [referral] = referrals
    if (referral === undefined) throw new Error('referral not found after the decision about it')
    return { referral }
  },
})

export const giveReward = defineTool({
  name: 'give_reward',
  title: 'Give a reward',
  description:
    'Asks the person to confirm a reward for an account that does not depend on a referral: a percentage off its bills, credit, time, or a feature. Credit is in the smallest piece of its unit: 500 of EUR is 5.00 EUR.',
  input: giving.body,
  output: Type.Object({ reward: Reward }),
  needs: 'give',
  faultOf: faultOfReward,
  describe: ({ client, signal }, body) => describeReward(client, signal, body),
  async run({ client, signal, idempotencyKey }, body) {
    return { reward: await client.giveReward({ body, ...keyed(idempotencyKey), signal }) }
  },
})

function keyed(idempotencyKey: string | null) {
  return idempotencyKey === null ? {} : { idempotencyKey }
}
