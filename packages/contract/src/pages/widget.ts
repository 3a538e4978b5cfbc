import { Type } from 'typebox'
import { referralStatus } from '../accounts/account.ts'
import { CreditBalance } from '../accounts/account-discount.ts'
import { listOf } from '../frame/list.ts'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, percent, presentableName, recordId, sumOfPercents, time } from '../frame/values.ts'
import { OwnInvitations } from '../mails/invitations.ts'
import { Reward, RewardSpec } from '../rewards/reward.ts'
import { Figures, SharedOfFriend } from '../users/figures.ts'
import { Leaderboard } from '../users/leaderboard.ts'
import { ShareLinks } from '../users/user.ts'
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

/** Shows only the public name of the friend, and no details of moderation. */
const OwnReferral = Type.Object(
  {
    id: recordId('ID of the referral.'),
    status: referralStatus('`IN_PROGRESS` means attributed but not yet converted.'),
    friendName: nullable(
      presentableName(
        'First name and last initial of the friend. Null if unknown, if not written like a name, or while only unsigned browser calls say the name, or that the friend came by the user’s code.',
      ),
    ),
    reason: nullable(
      Type.Enum([...widgetReasons], {
        description:
          'Why the referral is waiting or there is no reward. `MODERATION`: waiting for a decision by staff. `NOT_APPROVED`: decided against the reward. Null if there is no such reason.',
      }),
    ),
    dateReviewEnds: nullable(
      time('Until when the check of `MODERATION` takes at the latest; null if no time is set.'),
    ),
    appealUrl: nullable(
      Type.String({
        description:
          'Address of a page on which the referrer can write once about a referral that is checked; null if there is nothing to write, or they have written.',
      }),
    ),
    reward: nullable(Reward),
    shared: Type.Array(SharedOfFriend, {
      description: 'The user’s shares of the payments of this friend so far, by currency. Empty without any.',
    }),
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
    currency: Type.String({ description: 'Currency of prices that do not name one.', examples: ['EUR'] }),
    showReferrerName: Type.Boolean({ description: 'Whether friends see the referrer’s name.' }),
    referredReward: nullable(RewardSpec),
    referrerReward: nullable(RewardSpec),
    theme: WidgetTheme,
    texts: WidgetTexts,
  },
  { title: 'WidgetProgram', description: 'The public settings of the program that the widget shows.' },
)

const WidgetDiscount = Type.Object(
  {
    discountPercentage: percent('Total discount on the next bill, capped at 100.'),
    referredDiscountPercent: sumOfPercents('The part earned by being referred.'),
    referrerDiscountPercent: sumOfPercents('The part earned by referring others.'),
  },
  { title: 'WidgetDiscount', description: 'The account’s discount on its next bill.' },
)

/** Why the user's code does not work now. */
export const widgetCodeFaults = ['PROGRAM_INACTIVE', 'CODE_DISABLED', 'CODE_EXPIRED'] as const

export const Widget = Type.Object(
  {
    accountId: Type.String({ description: 'Your ID for the account.' }),
    userId: Type.String({ description: 'Your ID for the user.' }),
    referralCode: Type.String({ description: 'The user’s referral code, in upper case.' }),
    codeFault: nullable(
      Type.Enum([...widgetCodeFaults], {
        description:
          'Why the code is not valid: the program is off, or the code is disabled or expired. Null if it is valid.',
      }),
    ),
    codeChoicesLeft: nullable(
      Type.Integer({
        minimum: 0,
        description:
          'How many more codes the user can choose with `PUT open/code`; null unless the program allows it and the call is signed.',
      }),
    ),
    canEnterCode: Type.Boolean({
      description:
        'Whether the account can still be referred by a code, with `POST open/friend-code`: it has no referral and has not paid. False unless the call is signed.',
    }),
    shareLinks: ShareLinks,
    program: WidgetProgram,
    referrals: nullable(listOf('referrals', OwnReferral)),
    rewards: nullable(listOf('rewards', Reward)),
    balances: nullable(Type.Array(CreditBalance, { description: 'Balance of each unit.' })),
    discount: nullable(WidgetDiscount),
    figures: nullable(Figures),
    invitations: nullable(OwnInvitations),
    leaderboard: nullable(Leaderboard),
  },
  {
    title: 'Widget',
    description:
      'The content of the widget. `referrals` belong to the user; `rewards`, `balances` and `discount` belong to the account; `figures` say what belongs to whom. `invitations` and `leaderboard` are null as well where the program has none. All seven are null unless the call is signed.',
  },
)
export type Widget = ShapeOf<typeof Widget>
