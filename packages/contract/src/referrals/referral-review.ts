import { moderationStatuses } from '@goodword/domain/referrals/account'
import { channels } from '@goodword/domain/referrals/channel'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, price, recordId, time } from '../frame/values.ts'
import { RewardSpec } from '../rewards/reward.ts'
import { UserSummary } from '../users/user.ts'
import { SideDecision } from './referral.ts'

const side = Type.Enum(['REFERRER', 'REFERRED'], { description: '`REFERRER` or the friend, `REFERRED`.' })
const status = Type.Enum([...moderationStatuses], { description: 'How the side is decided.' })

const currency = Type.String({ description: 'ISO 4217 code of the currency.', examples: ['EUR'] })

const RewardWorth = Type.Object(
  {
    amount: price('The amount at the present price of the account.'),
    currency,
    bills: nullable(
      Type.Integer({
        minimum: 1,
        description: 'On how many bills together; null for an amount of each bill, without an end.',
      }),
    ),
  },
  {
    title: 'RewardWorth',
    description: 'What a reward is worth, estimated: prices may change, and subscriptions may end.',
  },
)

const ReviewedSide = Type.Object(
  {
    side,
    accountId: Type.String({ description: 'Your ID for the account of the side.' }),
    status,
    reward: nullable(RewardSpec),
    worth: nullable(RewardWorth),
    takenOff: Type.Array(
      Type.Object({ currency, amount: price('What the reward took off.') }, { title: 'TakenOff' }),
      {
        description:
          'What a percentage has taken off bills so far, by currency; empty without a connected payment processor. Of credit, `redeemedCredit` of the reward says what was used.',
      },
    ),
  },
  {
    title: 'ReviewedSide',
    description:
      'What a side of a referral has, or gets when it is approved: `reward` is null where the program has none for it, `worth` where the price is not known or the reward has none.',
  },
)

const EarlierDecision = Type.Object(
  {
    referralId: recordId('ID of the other referral.'),
    side,
    status,
    decision: nullable(SideDecision),
    otherAccountId: Type.String({ description: 'Your ID for the account at the other side.' }),
    otherUser: nullable(UserSummary),
  },
  { title: 'EarlierDecision', description: 'What was decided about an account in another referral.' },
)

const AccountHistory = Type.Object(
  {
    side,
    accountId: Type.String({ description: 'Your ID for the account.' }),
    approved: Type.Integer({ minimum: 0, description: 'Sides of other referrals that staff approved.' }),
    denied: Type.Integer({ minimum: 0, description: 'Sides of other referrals that are denied.' }),
    pending: Type.Integer({ minimum: 0, description: 'Sides of other referrals that wait.' }),
    undecided: Type.Integer({ minimum: 0, description: 'Sides of other referrals that needed no decision.' }),
    complete: Type.Boolean({
      description: 'Whether these are all; false where only the newest referrals of the account are counted.',
    }),
    latest: Type.Array(EarlierDecision, { description: 'The latest of them that are decided or wait.' }),
  },
  { title: 'AccountHistory', description: 'What was decided before about the account of a side.' },
)

export const ReferralReview = Type.Object(
  {
    referralId: recordId('ID of the referral.'),
    channel: Type.Enum([...channels], {
      description:
        'How the friend came: as `channels` of the statistics count it. Anyone can send the browser call that makes a code a share link, so it proves nothing.',
    }),
    friendPayments: Type.Array(
      Type.Object(
        {
          currency,
          charged: price('What was charged.'),
          refunded: price('What was given back of that.'),
        },
        { title: 'FriendPayments' },
      ),
      {
        description:
          'What the friend has paid at the payment processor, by currency; empty where none is connected, and before the first payment.',
      },
    ),
    sides: Type.Array(ReviewedSide, { description: 'The referrer’s side and the friend’s.' }),
    appeal: nullable(
      Type.Object(
        {
          text: nullable(Type.String({ description: 'What the referrer wrote; null after an erasure.' })),
          date: time('When they wrote it.'),
        },
        { title: 'AppealText', description: 'What the referrer has to say about the referral.' },
      ),
    ),
    history: Type.Array(AccountHistory, { description: 'The referrer’s account and the friend’s.' }),
  },
  { title: 'ReferralReview', description: 'What one needs to know to decide about a referral.' },
)
export type ReferralReview = ShapeOf<typeof ReferralReview>
