import { exampleReferral, exampleUser } from '@goodword/contract/frame/examples'
import { callService, foundBy } from './call-service.ts'
import { accountField, codeField, userField } from './fields.ts'
import { textOf } from './input.ts'
import type { Bundle, Field, Zapier } from './zapier.ts'

type Search = {
  readonly key: string
  readonly noun: string
  readonly label: string
  readonly description: string
  readonly inputFields: readonly Field[]
  /** Zapier takes the first entry, and none as "not found". */
  readonly perform: (zapier: Zapier, bundle: Bundle) => Promise<readonly object[]>
  readonly sample: unknown
}

const list: readonly Search[] = [
  {
    key: 'user_by_id',
    noun: 'User',
    label: 'Find User',
    description: 'Finds a user with the referral code and the share link.',
    inputFields: [accountField, userField],
    perform: (zapier, bundle) =>
      callService(zapier, bundle, async (goodword) => {
        const params = {
          accountId: textOf(bundle, 'accountId') ?? '',
          userId: textOf(bundle, 'userId') ?? '',
        }
        const user = await foundBy(goodword.readUser({ params }))
        return user === null ? [] : [user]
      }),
    sample: exampleUser,
  },
  {
    key: 'referral_of_account',
    noun: 'Referral',
    label: 'Find Referral of Account',
    description: 'Finds the referral by which an account came, with its referrer.',
    inputFields: [accountField],
    perform: (zapier, bundle) =>
      callService(zapier, bundle, async (goodword) => {
        const query = { referredAccountId: textOf(bundle, 'accountId') ?? '', limit: 1 }
        const { referrals } = await goodword.listReferrals({ query })
        return referrals
      }),
    sample: exampleReferral,
  },
  {
    key: 'code',
    noun: 'Code',
    label: 'Look Up Code',
    description: 'Finds what a referral code is worth to a friend, before the first bill.',
    inputFields: [codeField],
    perform: (zapier, bundle) =>
      callService(zapier, bundle, async (goodword) => {
        const found = await foundBy(goodword.lookUpCode({ params: { code: textOf(bundle, 'code') ?? '' } }))
        return found === null ? [] : [{ id: found.code, ...found }]
      }),
    sample: { id: 'BOBT4K9QX', code: 'BOBT4K9QX', discountPercentage: 10, referrerName: 'Bob T.' },
  },
]

/** The searches of a Zap, in Zapier's form. */
export const searches = Object.fromEntries(
  list.map(({ key, noun, label, description, inputFields, perform, sample }) => [
    key,
    { key, noun, display: { label, description }, operation: { inputFields, perform, sample } },
  ]),
)
