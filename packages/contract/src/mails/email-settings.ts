import { mailKinds } from '@goodword/domain/outbound/mail'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable } from '../frame/values.ts'
import { LOCALE } from '../pages/widget-texts.ts'
import { MailTexts } from './mail-texts.ts'

/** The defaults of absent fields of `EmailSettingsUpdate`. */
export const emailDefaults = {
  kinds: [],
  fromName: null,
  replyTo: null,
  bounceAddress: null,
  language: 'en',
  expiryNoticeDays: 7,
  shareReminderDays: 30,
  includeUnverified: false,
  postalAddress: null,
  privacyPage: null,
  texts: {},
} as const

const address = (description: string, example: string) =>
  Type.String({ format: 'mail-address', maxLength: 254, description, examples: [example] })

const fromAddress = address(
  'Sender address. Your mail server must be allowed to send for its domain.',
  'rewards@example.com',
)

const fields = {
  kinds: Type.Array(Type.Enum([...mailKinds]), {
    maxItems: mailKinds.length,
    description: 'The kinds of e-mails that are sent; none by default.',
    examples: [['REWARD_EARNED']],
  }),
  fromName: nullable(
    Type.String({
      format: 'mail-line',
      minLength: 1,
      maxLength: 100,
      description: 'Sender name; null for the name of the program.',
      examples: ['Example Shop'],
    }),
  ),
  replyTo: nullable(address('Where answers go; null for `fromAddress`.', 'help@example.com')),
  bounceAddress: nullable(
    address(
      'Where the mail server reports e-mails that cannot be delivered (envelope sender); null for `fromAddress`.',
      'bounces@example.com',
    ),
  ),
  language: Type.String({
    pattern: LOCALE,
    description: 'Language of the e-mails, such as `de` or `pt-BR`.',
    examples: ['en'],
  }),
  expiryNoticeDays: Type.Integer({
    minimum: 1,
    maximum: 365,
    description:
      'For `REWARD_EXPIRING` and `DISCOUNT_ENDING`: how many days before the end the e-mail is sent.',
  }),
  shareReminderDays: Type.Integer({
    minimum: 1,
    maximum: 365,
    description:
      'For `SHARE_REMINDER`: how many days after the first payment of an account the e-mail is sent.',
  }),
  includeUnverified: Type.Boolean({
    description:
      'Whether e-mails also go to addresses that only unsigned browser calls reported. Anyone can send such a call, and so have e-mails sent to strangers.',
  }),
  postalAddress: nullable(
    Type.String({
      format: 'long-text',
      minLength: 1,
      maxLength: 300,
      description: 'Name and postal address of your business, at the end of invitations, which need it.',
      examples: ['Example Ltd, 1 Main Street, Springfield'],
    }),
  ),
  privacyPage: nullable(
    Type.String({
      format: 'page-address',
      description: 'Where you say what you do with personal data. Invitations link to it, and need it.',
      examples: ['https://www.example.com/privacy'],
    }),
  ),
  texts: MailTexts,
}

const about = 'E-mails to participants; null for none.'

export const EmailSettings = Type.Object(
  { fromAddress, ...fields },
  { title: 'EmailSettings', description: about },
)
export type EmailSettings = ShapeOf<typeof EmailSettings>

export const EmailSettingsUpdate = Type.Object(
  {
    fromAddress,
    // Without `default`: the validator of requests does not fill defaults inside of a union with null.
    ...Type.Partial(Type.Object(fields)).properties,
  },
  {
    title: 'EmailSettingsUpdate',
    description: `${about} Absent fields have their defaults: no kinds, the language \`en\`, and a notice ${emailDefaults.expiryNoticeDays} days before an end, and a reminder after ${emailDefaults.shareReminderDays} days.`,
  },
)
export type EmailSettingsUpdate = ShapeOf<typeof EmailSettingsUpdate>
