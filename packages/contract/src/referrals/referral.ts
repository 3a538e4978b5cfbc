import { moderationStatuses } from '@goodword/domain/referrals/account'
import { Type } from 'typebox'
import { referralStatus } from '../accounts/account.ts'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, recordId, time } from '../frame/values.ts'
import { Reward } from '../rewards/reward.ts'
import { User } from '../users/user.ts'

export const moderationStatus = (description: string) => Type.Enum([...moderationStatuses], { description })

const FraudSignal = Type.Object(
  {
    rule: Type.String({ description: 'Name of the rule that matched.', examples: ['SAME_EMAIL'] }),
    message: Type.String({ description: 'What the rule found, with its numbers.' }),
    shadow: Type.Boolean({
      description: 'Whether the rule is in shadow mode: the signal has no effect.',
    }),
    date: nullable(time('When the rule matched; null where it is not known.')),
    facts: Type.Record(Type.String(), Type.Number(), {
      description: 'The facts that the rule read, by name; empty for a rule without any.',
      examples: [{ friendsInHour: 9, linkedFriends: 3 }],
    }),
  },
  { title: 'FraudSignal', description: 'A fraud rule that matched.' },
)

export const SideDecision = Type.Object(
  {
    by: Type.Enum(['STAFF', 'RULE', 'CONFIRMATION', 'BLOCK', 'PROGRAM'], {
      description:
        '`STAFF`: your staff or your server. `RULE`: a fraud rule, or the limit for unsigned conversions. `CONFIRMATION`: the payment that the side waited for was confirmed. `BLOCK`: the referrer’s account is blocked. `PROGRAM`: nobody decided within the `reviewDays` of the program.',
    }),
    actor: nullable(
      Type.String({
        description:
          'Who decided: `staff <id> <e-mail>` or `key <name>`. Null for other decisions, and for imported ones that do not say.',
        examples: ['key Billing server'],
      }),
    ),
    reason: nullable(
      Type.String({
        description: 'Machine-readable reason; null for imported decisions that do not say.',
        examples: ['STAFF_APPROVED', 'SAME_EMAIL'],
      }),
    ),
    message: nullable(Type.String({ description: 'The reason as a sentence.' })),
    date: nullable(time('When it was decided; null for imported decisions that do not say.')),
    dateReviewEnds: nullable(
      time(
        'Until when the side waits for staff by the `reviewDays` of the program; null if it does not wait, or waits for something else.',
      ),
    ),
    dateDecidedByItself: nullable(
      time(
        'When the side is approved by itself unless staff decide before: `dateReviewEnds` of a program with `reviewEnds: "APPROVE"`; null if it never is.',
      ),
    ),
  },
  { title: 'SideDecision', description: 'The last decision about a side of a referral.' },
)
export type SideDecision = ShapeOf<typeof SideDecision>

export const Referral = Type.Object(
  {
    id: recordId('ID of the referral.'),
    referralCodeUsed: Type.String({ description: 'The code that was used, in upper case.' }),
    status: referralStatus('`IN_PROGRESS` means attributed but not yet converted.'),
    referringAccountId: Type.String({ description: 'Your ID for the referrer’s account.' }),
    referredAccountId: Type.String({ description: 'Your ID for the friend’s account.' }),
    referrerUser: User,
    referredUser: nullable(User),
    referrerReward: nullable(Reward),
    referredReward: nullable(Reward),
    referrerModerationStatus: moderationStatus('Moderation status of the referrer’s side.'),
    referredModerationStatus: moderationStatus('Moderation status of the friend’s side.'),
    referrerDecision: nullable(SideDecision),
    referredDecision: nullable(SideDecision),
    fraudSignals: Type.Array(FraudSignal, {
      description: 'Fraud rules that matched, including those in shadow mode.',
    }),
    reasons: Type.Array(Type.String({ examples: ['AWAITING_PAYMENT'] }), {
      description:
        'Machine-readable reasons why the referral is waiting or a side is not approved; empty if there is none.',
    }),
    attributedByHand: Type.Boolean({
      description: 'Whether the account was attributed by `POST referrals`, after the fact.',
    }),
    dateReferralStarted: time('When the friend’s account was attributed.'),
    dateConverted: nullable(time('When the referral converted.')),
    dateReferralEnded: nullable(time('When the referral ended.')),
  },
  {
    title: 'Referral',
    description:
      'The relation between a referrer and a referred account. `referredUser` is the first identified user of the referred account, or null. `referrerDecision` and `referredDecision` say who decided about each side and when; they are null without a decision.',
  },
)
export type Referral = ShapeOf<typeof Referral>
