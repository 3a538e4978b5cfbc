import { textFormats } from '@goodword/contract/frame/formats'
import { Refusal } from '@goodword/contract/frame/refusal'
import { parseLocale } from '@goodword/contract/words/languages'
import { isBlank } from '@goodword/domain/referrals/referral-code'
import { type SubscriptionStatus, subscriptionStatuses } from '@goodword/domain/referrals/subscription'
import { readTypedCode } from '@goodword/domain/referrals/typed-code'
import type { ProviderId } from '@goodword/domain/values/ids'
import type { JsonObject } from './json-web-token.ts'

/** The fields of a user besides the IDs, without empty ones. */
export type UserFields = {
  readonly email?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly locale?: string
  readonly paymentProviderId?: ProviderId
  /** The code that the user used, as it was typed. */
  readonly referralCode?: string
  readonly accountStatus?: SubscriptionStatus
}

export const userFieldNames = [
  'email',
  'firstName',
  'lastName',
  'locale',
  'paymentProviderId',
  'referralCode',
  'accountStatus',
] as const satisfies readonly (keyof UserFields)[]

type Rule = { readonly check: (text: string) => boolean; readonly rule: string }

const rules: Readonly<Record<keyof UserFields, Rule>> = {
  email: textFormats['email-address'],
  firstName: textFormats['person-name'],
  lastName: textFormats['person-name'],
  // An invalid language counts as absent, as it does in a page.
  locale: { check: () => true, rule: 'a string' },
  paymentProviderId: textFormats['merchant-id'],
  // With an invalid code a user is identified and not attributed.
  referralCode: { check: () => true, rule: 'a string' },
  accountStatus: {
    check: (text) => subscriptionStatuses.some((it) => it === text),
    rule: `one of ${subscriptionStatuses.join(', ')}`,
  },
}

/** The fields that a user object of a token has. @throws Refusal VALIDATION_FAILED that names a wrong one */
export function userFieldsOf(user: JsonObject): UserFields {
  const given = userFieldNames.flatMap((name): [string, string][] => {
    const value = user[name] ?? ''
    const { check, rule } = rules[name]
    if (value === '' || (name === 'referralCode' && typeof value === 'string' && isBlank(value))) return []
    if (typeof value === 'string' && check(value)) {
      const kept = name === 'locale' ? parseLocale(value) : value
      return kept === null ? [] : [[name, kept]]
    }
    throw new Refusal('VALIDATION_FAILED', `"jwt.user.${name}" must be ${rule}.`, `jwt.user.${name}`)
  })
  // Each value has just passed the rule of its name.
  return Object.fromEntries(given) as UserFields
}

/** Whether two values of a field are equivalent: a code can be spelled in more than one way. */
export function meansTheSame(name: keyof UserFields, one: string, other: string): boolean {
  if (one === other || name !== 'referralCode') return one === other
  const code = readTypedCode(one)
  return code !== null && code === readTypedCode(other)
}
