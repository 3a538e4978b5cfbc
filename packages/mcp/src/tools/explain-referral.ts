import { Account } from '@goodword/contract/accounts/account'
import { TimelineEvent } from '@goodword/contract/accounts/timeline-event'
import { listOf } from '@goodword/contract/frame/list'
import { accountId, nullable } from '@goodword/contract/frame/values'
import { Referral } from '@goodword/contract/referrals/referral'
import { ReferralReview } from '@goodword/contract/referrals/referral-review'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { pageInput } from './page-input.ts'

export const explainReferral = defineTool({
  name: 'explain_referral',
  title: 'Explain a referral',
  description:
    'Explains what happened to the referral of an account, and what did not happen and why: whether it paid and who referred it, both rewards, what fraud rules found, what waits for a decision, and the timeline of the account with reasons. Use it for “why has this friend no discount” and “why has the referrer got nothing”.',
  input: Type.Object({
    accountId: accountId('The account of the friend, whose referral is explained.'),
    ...pageInput,
  }),
  output: Type.Object({
    account: Type.Pick(Account, ['id', 'standing', 'subscription', 'dateBlocked', 'blockReason'], {
      description:
        'A referral that is `IN_PROGRESS` converts when the subscription is `PAID` for the first time. `subscription` is null while nothing was reported of it.',
    }),
    referral: Type.Union([Referral, Type.Null()], {
      description: 'The referral that brought the account; null if none did.',
    }),
    review: nullable(ReferralReview),
    timeline: Type.Object(listOf('events', TimelineEvent).properties, {
      description: 'What happened to the account, newest first. `reason` and `message` say why.',
    }),
  }),
  async run({ client, signal }, { accountId, ...page }) {
    const [account, timeline, { referrals }] = await Promise.all([
      client.readAccount({ params: { accountId }, signal }),
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
    const { id, standing, subscription, dateBlocked, blockReason } = account
    return {
      account: { id, standing, subscription, dateBlocked, blockReason },
      referral,
      review,
      timeline,
    }
  },
})
