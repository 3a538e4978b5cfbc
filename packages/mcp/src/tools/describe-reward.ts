import type { Client } from '@goodword/client'
import type { ShapeOf } from '@goodword/contract/frame/shape'
import type { giveReward } from '@goodword/contract/rewards/endpoints'
import type { WriteDescription } from '../tool.ts'
import { dateText, rewardText, signalsText, userText } from './fact-texts.ts'

/** The facts about a reward for a person: its terms, its recipient, and how the recipient joined. */
export async function describeReward(
  client: Client,
  signal: AbortSignal,
  { accountId, userId, reward, dateScheduledFor, dateExpires }: ShapeOf<typeof giveReward.body>,
): Promise<WriteDescription> {
  const [account, { users }, { referrals }] = await Promise.all([
    client.readAccount({ params: { accountId }, signal }),
    client.listUsers({ query: { accountId, limit: 10 }, signal }),
    client.listReferrals({ query: { referredAccountId: accountId, limit: 1 }, signal }),
  ])
  const [referral] = referrals
  const user = users.find((it) => it.id === userId) ?? (userId === undefined ? users.at(-1) : undefined)
  return {
    question: `Give ${rewardText(reward)}?`,
    facts: [
      ['To', userText(accountId, user ?? null)],
      ...(account.dateBlocked === null
        ? []
        : ([['Blocked', `since ${dateText(account.dateBlocked)}`]] as const)),
      ...(dateScheduledFor === undefined ? [] : ([['Given on', dateText(dateScheduledFor)]] as const)),
      ...(dateExpires === undefined ? [] : ([['Expires', dateText(dateExpires)]] as const)),
      [
        'Referred by',
        referral === undefined ? 'nobody' : userText(referral.referringAccountId, referral.referrerUser),
      ],
      ['Fraud signals', referral === undefined ? 'none' : signalsText(referral)],
    ],
  }
}
