import { listOf } from '@goodword/contract/list'
import { Referral } from '@goodword/contract/referral'
import { ReferralReview } from '@goodword/contract/referral-review'
import { TimelineEvent } from '@goodword/contract/timeline-event'
import { accountId, nullable } from '@goodword/contract/values'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { pageInput } from './page-input.ts'

export const explainReferral = defineTool({
  name: 'explain_referral',
  title: 'Explain a referral',
  description:
    'Explains what happened to the referral of an account, and what did not happen and why: who referred it, both rewards, what fraud rules found, what waits for a decision, and the timeline of the account with reasons. Use it for “why has this friend no discount” and “why has the referrer got nothing”.',
  input: Type.Object({
    accountId: accountId('The account of the friend, whose referral is explained.'),
    ...pageInput,
  }),
  output: Type.Object({
    referral: Type.Union([Referral, Type.Null()], {
      description: 'The referral that brought the account; null if none did.',
    }),
    review: nullable(ReferralReview),
    timeline: Type.Object(listOf('events', TimelineEvent).properties, {
      description: 'What happened to the account, newest first. `reason` and `message` say why.',
    }),
  }),
  async run({ client, signal }, { accountId, ...page }) {
    const [timeline, { referrals }] = await Promise.all([
      client.listAccountEvents({ params: { accountId }, query: page, signal }),
      client.listReferrals({ query: { referredAccountId: accountId, limit: 1 }, signal }),
    ])
    const referral = referrals[0] ?? null
    const waits =
      referral?.referrerModerationStatus === 'PENDING' || referral?.referredModerationStatus === 'PENDING'
    const review =
      referral !== null && waits
        ? await client.readReferralReview({ params: { referralId: referral.id }, signal })
        : null
    return { referral, review, timeline }
  },
})
