import { referralStatuses } from '@goodword/domain/referrals/account'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import {
  accountId,
  billingIntervalType,
  billingIntervalValue,
  currency,
  nullable,
  paymentProviderId,
  price,
  recordId,
  subscriptionStatus,
  time,
  usedCode,
} from '../frame/values.ts'
import { Reward } from '../rewards/reward.ts'
import { Evidence } from '../users/evidence.ts'
import { UserSummary } from '../users/user.ts'

const Subscription = Type.Object(
  {
    status: Type.Optional(subscriptionStatus('Status of the subscription.')),
    billingIntervalValue: Type.Optional(billingIntervalValue()),
    billingIntervalType: Type.Optional(billingIntervalType()),
    value: Type.Optional(price('Price per billing interval.')),
  },
  {
    title: 'Subscription',
    description: 'The subscription as last reported. Fields that were never reported are absent.',
  },
)

export const referralStatus = (description: string) => Type.Enum([...referralStatuses], { description })

const AccountReferral = Type.Object(
  {
    id: recordId('ID of the referral.'),
    code: Type.String({ description: 'The referral code that was used, in upper case.' }),
    status: referralStatus('`IN_PROGRESS` means attributed but not yet converted.'),
    referrerReward: nullable(Reward),
    referredReward: nullable(Reward),
    dateReferralStarted: time('When the account was attributed.'),
    dateConverted: nullable(time('When the referral converted.')),
    dateReferralEnded: nullable(time('When the referral ended.')),
  },
  {
    title: 'AccountReferral',
    description:
      'The referral that brought this account. `referrerReward` is null until the referral converts and while the referrer’s side is not approved.',
  },
)

export const Account = Type.Object(
  {
    id: Type.String({ description: 'Your ID for the account.' }),
    currency: Type.String({
      description: 'ISO 4217 currency code of the account’s prices.',
    }),
    paymentProviderId: nullable(
      Type.String({ description: 'The confirmed ID of the customer at the payment processor.' }),
    ),
    subscription: nullable(Subscription),
    referral: nullable(AccountReferral),
    standing: Type.Enum(['OPEN', 'REFERRED', 'CLOSED'], {
      description:
        '`OPEN`: a referral code still counts. `REFERRED`: it has a referral, see `referral.status`. `CLOSED`: it paid before any code came, so no code counts any more.',
    }),
    dateCreated: time('When the account was created.'),
    dateBlocked: nullable(time('When the account was blocked; null while it is not.')),
    blockReason: nullable(
      Type.String({
        description: 'Why the account was blocked; null while it is not, and after a user of it was erased.',
      }),
    ),
  },
  { title: 'Account', description: 'A customer of yours: the entity that subscribes and pays.' },
)
export type Account = ShapeOf<typeof Account>

export const AccountSummary = Type.Object(
  {
    id: Type.String({ description: 'Your ID for the account.' }),
    paymentProviderId: nullable(
      Type.String({ description: 'The confirmed ID of the customer at the payment processor.' }),
    ),
    user: nullable(UserSummary),
    dateCreated: time('When the account was created.'),
    dateBlocked: nullable(time('When the account was blocked; null while it is not.')),
  },
  {
    title: 'AccountSummary',
    description: 'An account in a list. `user` is its first user; null before one is identified.',
  },
)
export type AccountSummary = ShapeOf<typeof AccountSummary>

const SubscriptionUpdate = Type.Object(
  {
    status: Type.Optional(
      subscriptionStatus('Status of the subscription. The first `PAID` converts a referral in progress.'),
    ),
    billingIntervalValue: Type.Optional(billingIntervalValue()),
    billingIntervalType: Type.Optional(billingIntervalType()),
    value: Type.Optional(price('Price per billing interval.')),
  },
  {
    title: 'SubscriptionUpdate',
    description: 'The fields of the subscription to change. Absent fields stay unchanged.',
  },
)

const ReferralUpdate = Type.Object(
  {
    code: Type.Optional(usedCode('The referral code the account signed up with. Only the first one counts.')),
  },
  { title: 'ReferralUpdate', description: 'The referral of the account.' },
)

/** The fields of an account that a merchant's server may set. */
export const AccountUpdate = Type.Object(
  {
    id: accountId(),
    subscription: Type.Optional(SubscriptionUpdate),
    referral: Type.Optional(ReferralUpdate),
    currency: Type.Optional(
      currency(
        'Currency of `subscription.value`. Defaults to the program’s currency. To change it, send `subscription.value` as well.',
      ),
    ),
    paymentProviderId: Type.Optional(
      paymentProviderId(
        'The ID of the customer at your payment processor. Another one can take its place when it was deleted there or has no live subscription.',
      ),
    ),
    evidence: Type.Optional(Evidence),
  },
  { title: 'AccountUpdate' },
)
