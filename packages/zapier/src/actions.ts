import type { Client } from '@goodword/client'
import { exampleAccount, exampleManualReward, exampleUser } from '@goodword/contract/frame/examples'
import { callService } from './call-service.ts'
import {
  accountField,
  discountFields,
  localeField,
  paymentFields,
  rewardFields,
  subscriptionFields,
  userFields,
} from './fields.ts'
import { choiceOf, numberOf, textOf } from './input.ts'
import type { Bundle, Field, Zapier } from './zapier.ts'

/** A repeat with the same key changes nothing, as when Zapier replays a Zap. */
const repeatField: Field = {
  key: 'idempotencyKey',
  label: 'Key against repeats',
  required: true,
  helpText:
    'What this step is done once for, such as the ID of the order or of the event that started the Zap. A second run with the same key changes nothing. 1 to 255 visible ASCII characters.',
}

type Action = {
  readonly key: string
  readonly noun: string
  readonly label: string
  readonly description: string
  readonly inputFields: readonly Field[]
  readonly perform: (zapier: Zapier, bundle: Bundle) => Promise<unknown>
  readonly sample: unknown
}

type GivenReward = Parameters<Client['giveReward']>[0]['body']['reward']

function givesReward(rewardOf: (bundle: Bundle) => GivenReward): Action['perform'] {
  return (zapier, bundle) =>
    callService(zapier, bundle, (goodword) =>
      goodword.giveReward({
        body: { accountId: textOf(bundle, 'accountId') ?? '', reward: rewardOf(bundle) },
        idempotencyKey: textOf(bundle, 'idempotencyKey'),
      }),
    )
}

const list: readonly Action[] = [
  {
    key: 'user',
    noun: 'User',
    label: 'Create or Update User',
    description: 'Creates a user with a referral code, or updates the fields that are given.',
    inputFields: [...userFields, localeField],
    perform: (zapier, bundle) =>
      callService(zapier, bundle, (goodword) =>
        goodword.upsertUser({
          body: {
            accountId: textOf(bundle, 'accountId') ?? '',
            id: textOf(bundle, 'userId') ?? '',
            email: textOf(bundle, 'email'),
            firstName: textOf(bundle, 'firstName'),
            lastName: textOf(bundle, 'lastName'),
            locale: textOf(bundle, 'locale'),
          },
        }),
      ),
    sample: exampleUser,
  },
  {
    key: 'account',
    noun: 'Account',
    label: 'Sync Account',
    description:
      'Creates or updates an account: the code it signed up with, and its subscription. The first PAID converts its referral.',
    inputFields: [accountField, ...subscriptionFields],
    perform: (zapier, bundle) =>
      callService(zapier, bundle, (goodword) =>
        goodword.syncAccount({
          body: {
            id: textOf(bundle, 'accountId') ?? '',
            currency: textOf(bundle, 'currency'),
            paymentProviderId: textOf(bundle, 'paymentProviderId'),
            referral: { code: textOf(bundle, 'referralCode') },
            subscription: {
              status: choiceOf(bundle, 'status'),
              value: numberOf(bundle, 'value'),
              billingIntervalType: choiceOf(bundle, 'billingIntervalType'),
              billingIntervalValue: numberOf(bundle, 'billingIntervalValue'),
            },
          },
        }),
      ),
    sample: exampleAccount,
  },
  {
    key: 'payment',
    noun: 'Payment',
    label: 'Report Payment',
    description:
      'Reports a payment of an account, of which its referrer gets a share. For programs without a connected payment processor.',
    inputFields: [accountField, ...paymentFields],
    perform: (zapier, bundle) =>
      callService(zapier, bundle, async (goodword) => {
        const { answer: payment } = await goodword.reportPayment({
          body: {
            accountId: textOf(bundle, 'accountId') ?? '',
            reference: textOf(bundle, 'reference') ?? '',
            amount: numberOf(bundle, 'amount') ?? 0,
            currency: textOf(bundle, 'currency'),
          },
        })
        return { id: payment.reference, ...payment }
      }),
    sample: {
      id: 'in_2041_02_17',
      accountId: 'acct_carol',
      reference: 'in_2041_02_17',
      amount: 49.9,
      currency: 'EUR',
      date: 1_780_000_000_000,
    },
  },
  {
    key: 'reward',
    noun: 'Reward',
    label: 'Give Credit',
    description: 'Gives an account credit that does not depend on a referral.',
    inputFields: [accountField, ...rewardFields, repeatField],
    perform: givesReward((bundle) => ({
      type: 'CREDIT',
      unit: textOf(bundle, 'unit') ?? '',
      credit: numberOf(bundle, 'amount') ?? 0,
    })),
    sample: exampleManualReward,
  },
  {
    key: 'discount',
    noun: 'Discount',
    label: 'Give Discount',
    description: 'Gives an account a percentage off its bills that does not depend on a referral.',
    inputFields: [accountField, ...discountFields, repeatField],
    perform: givesReward((bundle) => ({
      type: 'PCT_DISCOUNT',
      discountPercent: numberOf(bundle, 'percent') ?? 0,
      monthsDiscountIsValid: numberOf(bundle, 'months'),
      stacking: choiceOf(bundle, 'stacking'),
    })),
    sample: exampleManualReward,
  },
  {
    key: 'redemption',
    noun: 'Redemption',
    label: 'Redeem Credit',
    description: 'Takes an amount off the credit of an account: all of it or nothing.',
    inputFields: [accountField, ...rewardFields, repeatField],
    perform: (zapier, bundle) =>
      callService(zapier, bundle, async (goodword) => {
        const redemption = await goodword.redeemCredit({
          body: {
            accountId: textOf(bundle, 'accountId') ?? '',
            unit: textOf(bundle, 'unit') ?? '',
            amount: numberOf(bundle, 'amount') ?? 0,
          },
          idempotencyKey: textOf(bundle, 'idempotencyKey'),
        })
        return { id: redemption.redemptionId, ...redemption }
      }),
    sample: {
      id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d70',
      redemptionId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d70',
      unit: 'EUR',
      creditRedeemed: 200,
      creditAvailable: 300,
    },
  },
]

/** The changes that a Zap can make, in Zapier's form. */
export const creates = Object.fromEntries(
  list.map(({ key, noun, label, description, inputFields, perform, sample }) => [
    key,
    { key, noun, display: { label, description }, operation: { inputFields, perform, sample } },
  ]),
)
