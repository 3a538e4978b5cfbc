import { subscriptionStatuses } from '@goodword/domain/referrals/subscription'
import type { AccountId, ProviderId, UserId } from '@goodword/domain/values/ids'
import { BILLING_INTERVAL_TYPES } from '@goodword/domain/values/interval'
import { LAST_TIME } from '@goodword/domain/values/last-time'
import type { Currency } from '@goodword/domain/values/money'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import { type TSchema, Type } from 'typebox'
import type { FormatName } from './formats.ts'

const MERCHANT_ID_RULE =
  'A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly.'

/** Null while, or if, there is no value. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** A string with a custom format; valid values have the branded type. */
function checked<Value extends string>(format: FormatName, description: string) {
  return Type.Unsafe<Value>(Type.String({ format, description }))
}

function merchantId<Value extends string>(description: string) {
  const text = `${description} ${MERCHANT_ID_RULE}`
  return Type.Unsafe<Value>(
    Type.String({ format: 'merchant-id', minLength: 1, maxLength: 256, description: text }),
  )
}

export const accountId = (description = 'Your ID for the account.') => merchantId<AccountId>(description)
export const userId = (description = 'Your ID for the user; unique within the account.') =>
  merchantId<UserId>(description)
export const merchantReference = (description: string) => merchantId<string>(description)
export const paymentProviderId = (description = 'The ID of the customer at your payment processor.') =>
  merchantId<ProviderId>(description)

export const email = () => checked('email-address', 'The user’s e-mail address, at most 256 characters.')
export const locale = () =>
  checked('locale', 'The language of the user’s e-mails, as a language tag such as `de` or `pt-BR`.')
/** A person's name in an answer that others see. */
export const presentableName = (description: string) =>
  Type.Unsafe<PresentableName>(Type.String({ description }))
export const personName = (description: string) => checked('person-name', description)

/** The search text of a list: short, without control characters, as the rule for names has it. */
export const searchText = (description: string, examples: string[]) =>
  Type.String({ format: 'person-name', minLength: 1, maxLength: 256, description, examples })

/** The unparsed text of a code that is given to a user; parse it with `parseReferralCode`. */
export const referralCode = (description: string) =>
  Type.String({
    format: 'referral-code',
    description: `${description} 2 to 64 letters, digits, \`_\` or \`-\`. Not case-sensitive; surrounding spaces are ignored.`,
    examples: ['BOBT4K9QX'],
  })

/** The unparsed text of a code that a friend used; read it with `readUsedCode`. */
export const usedCode = (description: string) =>
  Type.String({
    format: 'used-code',
    description: `${description} 2 to 64 letters, digits, \`_\` or \`-\`. Not case-sensitive; spaces, invisible characters and punctuation around it are ignored, letters of full width are plain ones, and a share link gives its code. The imported codes of an earlier product lead to the code that their owner has now.`,
    examples: ['BOBT4K9QX'],
  })

export const chosenCode = () =>
  Type.String({
    format: 'chosen-code',
    description:
      'The chosen code: 4 to 20 letters and digits, with `-` between them, and at least two letters. Not case-sensitive; surrounding spaces are ignored.',
    examples: ['RITA-10'],
  })

export const currency = (description = 'ISO 4217 code of the currency, upper case.') =>
  Type.Unsafe<Currency>(Type.String({ format: 'currency-code', description, examples: ['EUR'] }))

export const price = (description: string) =>
  Type.Number({
    minimum: 0,
    maximum: 99_999_999.99,
    description: `${description} A JSON number in the currency’s major unit, with at most the currency’s number of decimals.`,
    examples: [49.9],
  })

export const priceText = (description: string) =>
  checked('price-text', `${description} A decimal number in the currency’s major unit, such as \`49.90\`.`)

export const percent = (description: string) =>
  Type.Number({
    format: 'percent',
    minimum: 0,
    maximum: 100,
    description: `${description} Percent, 0 to 100, at most two decimals.`,
    examples: [10],
  })

/** A sum of percentages may pass 100. */
export const sumOfPercents = (description: string) =>
  Type.Number({ minimum: 0, description: `${description} Percent; can exceed 100.`, examples: [10] })

/** The most that one reward credits, so that thousands of them still add up to a number that every client can read. */
export const MAX_CREDIT = 1_000_000_000_000

/** A count in the smallest piece of a unit: cents of a currency, or 1 of the merchant’s own unit. */
export const credit = (description: string, minimum = 0, maximum = Number.MAX_SAFE_INTEGER) =>
  Type.Integer({
    minimum,
    maximum,
    description: `${description} An integer in the smallest unit: cents for a currency, whole units for a custom unit.`,
    examples: [500],
  })

export const time = (description: string) =>
  Type.Integer({ description: `${description} Milliseconds since the epoch.`, examples: [1_780_000_000_000] })

/** A time that a request gives: a number that dates can hold all over the way, 1970 to 9999. */
export const requestedTime = (description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: LAST_TIME,
    description: `${description} Milliseconds since the epoch.`,
    examples: [1_780_000_000_000],
  })

export const timeRange = (description: string) =>
  checked(
    'time-range',
    `${description} \`from,to\` in milliseconds since the epoch, both inclusive; a single value means \`from\`.`,
  )

export const MAX_MONTHS = 1200

export const months = (description: string) =>
  Type.Integer({
    minimum: 1,
    maximum: MAX_MONTHS,
    description: `${description} Calendar months.`,
    examples: [12],
  })

export const subscriptionStatus = (description: string) =>
  Type.Enum([...subscriptionStatuses], { description })

export const billingIntervalValue = () =>
  Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description: 'Length of the billing interval, in units of `billingIntervalType`.',
    examples: [1],
  })

export const billingIntervalType = () =>
  Type.Enum([...BILLING_INTERVAL_TYPES], { description: 'Unit of the billing interval.' })

/** The ID of one of our records. */
export const recordId = (description: string) =>
  Type.String({ description, examples: ['019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f'] })

/** An ID that a query filters by. The router limits those in a path. */
export const filteredId = (description: string) => Type.String({ ...recordId(description), maxLength: 36 })
