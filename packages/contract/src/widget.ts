import { Type } from 'typebox'
import { referralStatus } from './account.ts'
import { CreditBalance } from './account-discount.ts'
import { listOf } from './list.ts'
import { Reward, RewardSpec } from './reward.ts'
import type { ShapeOf } from './shape.ts'
import { ShareLinks } from './user.ts'
import { nullable, percent, recordId, sumOfPercents, time } from './values.ts'
import { WidgetTexts } from './widget-texts.ts'
import { WidgetTheme } from './widget-theme.ts'

const widgetReasons = [
  'AWAITING_PAYMENT',
  'NO_USER_IDENTIFIED',
  'REWARD_SCHEDULED',
  'MODERATION',
  'NOT_APPROVED',
  'SUBSCRIPTION_CANCELLED',
] as const

/** Of the friend no more than anybody may see of a person, and of the decision no more than that there is one. */
const OwnReferral = Type.Object(
  {
    id: recordId('Our id of the referral.'),
    status: referralStatus('`IN_PROGRESS` is attributed and not yet converted.'),
    friendName: nullable(
      Type.String({ description: 'First name and last initial of the friend; null while unknown.' }),
    ),
    reason: nullable(
      Type.Enum([...widgetReasons], {
        description:
          'What the referral or its reward waits for, or why there is none. `MODERATION` waits for a person’s decision, `NOT_APPROVED` is one against the reward. Null when all has come to pass.',
      }),
    ),
    reward: nullable(Reward),
    dateReferralStarted: time('When the friend’s account was attributed.'),
    dateConverted: nullable(time('When the referral converted.')),
    dateReferralEnded: nullable(time('When the referral ended.')),
  },
  { title: 'OwnReferral', description: 'A referral as the referrer sees it.' },
)
export type OwnReferral = ShapeOf<typeof OwnReferral>

const WidgetProgram = Type.Object(
  {
    name: Type.String({ description: 'Name of the program.' }),
    currency: Type.String({ description: 'Currency of prices that come without one.', examples: ['EUR'] }),
    showReferrerName: Type.Boolean({ description: 'Whether friends see who recommends.' }),
    referredReward: nullable(RewardSpec),
    referrerReward: nullable(RewardSpec),
    theme: WidgetTheme,
    texts: WidgetTexts,
  },
  { title: 'WidgetProgram', description: 'What the widget shows of the program to everybody.' },
)

const WidgetDiscount = Type.Object(
  {
    discountPercentage: percent('What comes off the next bill in all, capped at 100.'),
    referredDiscountPercent: sumOfPercents('The part the account has because it was referred.'),
    referrerDiscountPercent: sumOfPercents('The part it has because it referred others.'),
  },
  { title: 'WidgetDiscount', description: 'What the account’s rewards take off its next bill.' },
)

/** Why the user's code does not work now. */
export const widgetCodeFaults = ['PROGRAM_INACTIVE', 'CODE_DISABLED', 'CODE_EXPIRED'] as const

export const Widget = Type.Object(
  {
    accountId: Type.String({ description: 'Your id of the account.' }),
    userId: Type.String({ description: 'Your id of the user.' }),
    referralCode: Type.String({ description: 'The code that the user shares, upper case.' }),
    codeFault: nullable(
      Type.Enum([...widgetCodeFaults], {
        description:
          'Why the code does not work now: the program is off, or the code is disabled or expired. Null when it works.',
      }),
    ),
    shareLinks: ShareLinks,
    program: WidgetProgram,
    referrals: nullable(listOf('referrals', OwnReferral)),
    rewards: nullable(listOf('rewards', Reward)),
    balances: nullable(Type.Array(CreditBalance, { description: 'Balance of every unit.' })),
    discount: nullable(WidgetDiscount),
  },
  {
    title: 'Widget',
    description:
      'All that the widget shows. `referrals` are those of the user, `rewards`, `balances` and `discount` those of the account; all four are null unless the call is signed.',
  },
)
export type Widget = ShapeOf<typeof Widget>
