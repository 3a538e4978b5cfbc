import { moderationStatuses } from '@goodword/domain/account'
import { Type } from 'typebox'
import { referralStatus } from './account.ts'
import { Reward } from './reward.ts'
import type { ShapeOf } from './shape.ts'
import { User } from './user.ts'
import { nullable, recordId, time } from './values.ts'

export const moderationStatus = (description: string) => Type.Enum([...moderationStatuses], { description })

const FraudSignal = Type.Object(
  {
    rule: Type.String({ description: 'Name of the rule that matched.', examples: ['SAME_EMAIL'] }),
    message: Type.String({ description: 'What the rule saw, as a sentence.' }),
    shadow: Type.Boolean({
      description: 'True when the rule is only tried out: the signal says what it would have done.',
    }),
  },
  { title: 'FraudSignal', description: 'A fraud rule that matched.' },
)

export const Referral = Type.Object(
  {
    id: recordId('Our id of the referral.'),
    referralCodeUsed: Type.String({ description: 'The code that was used, upper case.' }),
    status: referralStatus('`IN_PROGRESS` is attributed and not yet converted.'),
    referringAccountId: Type.String({ description: 'Your id of the referrer’s account.' }),
    referredAccountId: Type.String({ description: 'Your id of the friend’s account.' }),
    referrerUser: User,
    referredUser: nullable(User),
    referrerReward: nullable(Reward),
    referredReward: nullable(Reward),
    referrerModerationStatus: moderationStatus('Whether the referrer’s side may have its reward.'),
    referredModerationStatus: moderationStatus('Whether the friend’s side may have its reward.'),
    fraudSignals: Type.Array(FraudSignal, { description: 'Fraud rules that matched, shadow ones included.' }),
    reasons: Type.Array(Type.String({ examples: ['AWAITING_PAYMENT'] }), {
      description:
        'Machine-readable names of what the referral waits for or why a side is not approved; empty when all has come to pass.',
    }),
    dateReferralStarted: time('When the friend’s account was attributed.'),
    dateConverted: nullable(time('When the referral converted.')),
    dateReferralEnded: nullable(time('When the referral ended.')),
  },
  {
    title: 'Referral',
    description:
      'The tie between a referrer and the account of a friend. `referredUser` is the first one identified, or null.',
  },
)
export type Referral = ShapeOf<typeof Referral>
