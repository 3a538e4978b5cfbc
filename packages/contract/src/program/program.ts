import { fraudRuleNames } from '@goodword/domain/fraud/fraud'
import { mendModes, unsignedConversionModes } from '@goodword/domain/program/program'
import type { Currency } from '@goodword/domain/values/money'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { currency, nullable } from '../frame/values.ts'
import { withDefault, withDefaults } from '../frame/with-defaults.ts'
import { FraudRuleSetting, startingFraudRules } from '../fraud/fraud-rule-setting.ts'
import { EmailSettings, EmailSettingsUpdate } from '../mails/email-settings.ts'
import { Invitations } from '../mails/invitations.ts'
import { CouponSites, MailDomains, MailDomainsSetting, mailDomainDefaults } from '../mails/mail-domains.ts'
import { HostedPage, HostedPageSetting, hostedPageDefaults } from '../pages/hosted-page.ts'
import { LinkPreviews } from '../pages/link-preview.ts'
import { WidgetTexts } from '../pages/widget-texts.ts'
import { WidgetTheme } from '../pages/widget-theme.ts'
import { reviewPeriod, reviewPeriodDefaults } from '../referrals/review-period.ts'
import { Milestones } from '../rewards/milestones.ts'
import { FriendRewardSpec, RewardSpec } from '../rewards/reward.ts'
import { LeaderboardMode } from '../users/leaderboard.ts'
import { Apps } from './apps.ts'
import { LegacyClients } from './legacy-clients.ts'

export const consentModes = ['granted', 'required', 'cookieless'] as const

const startingReward: RewardSpec = {
  type: 'PCT_DISCOUNT',
  discountPercent: 10,
  monthsDiscountIsValid: 12,
}

/** A program that works from the first minute; also what a field of `ProgramSettings` means when it is absent. */
export const programDefaults = {
  name: 'Referral program',
  publicName: null,
  active: true,
  // A three-letter upper-case code of the committed list; the brand is the parser’s to give elsewhere.
  currency: 'USD' as Currency,
  timeZone: 'UTC',
  processorDiscountId: 'referral_discount',
  processorPromotionCodes: false,
  // Anyone gets the code of a user by an unsigned call, so a name that is shown for a code can be read by counting ids.
  showReferrerName: false,
  landingPage: null,
  fallbackPage: null,
  allowedOrigins: [],
  cookieDays: 90,
  consentMode: 'granted',
  referredReward: startingReward,
  referrerReward: startingReward,
  referrerHoldDays: 0,
  milestones: [],
  leaderboard: 'OFF',
  mendBills: 'ASK',
  requireSignedIdentification: false,
  unsignedConversions: { mode: 'limit', limit: 3 },
  fraudRules: startingFraudRules,
  ...reviewPeriodDefaults,
  mailDomains: mailDomainDefaults,
  couponSites: [],
  theme: {},
  texts: {},
  preview: {},
  apps: null,
  referrersChooseCodes: false,
  emails: null,
  hostedPage: hostedPageDefaults,
  invitations: 'OFF',
  legacyClients: false,
} as const

const pageAddress = (description: string) =>
  nullable(
    Type.String({ format: 'page-address', description, examples: ['https://www.example.com/welcome'] }),
  )

const unsignedMode = Type.Enum([...unsignedConversionModes], {
  description:
    '`trust` treats it like a conversion reported by your server. `limit` holds the referrer’s side while the referrer has a valid reward for `limit` such conversions, until your server, a signed call or staff confirms the conversion. `hold` holds every one. `ignore` records it without converting.',
})

const unsignedLimit = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description:
    'For the mode `limit`: for how many unconfirmed conversions a referrer has a reward at a time.',
})

const aboutUnsigned = {
  title: 'UnsignedConversions',
  description: 'What `PAID` in an unsigned browser call unlocks. Anyone can send an unsigned call.',
}

const termFields = {
  name: Type.String({
    format: 'person-name',
    maxLength: 256,
    description: 'Name of the program, shown to your staff.',
  }),
  publicName: nullable(
    Type.String({
      format: 'person-name',
      minLength: 1,
      maxLength: 256,
      description:
        'Name of your company, as friends and referrers read it: in e-mails and their sender, previews of links, the page for referrers and the title of the widget’s page. Null for `name`.',
      examples: ['Acme'],
    }),
  ),
  active: Type.Boolean({
    description:
      'Whether referral codes are valid and accounts are attributed. Existing referrals, rewards and discounts continue if the program is off.',
  }),
  currency: currency('Currency of prices that do not name one.'),
  timeZone: Type.String({
    format: 'time-zone',
    description:
      'IANA name of the time zone whose days and months statistics have. After a change they are counted again.',
    examples: ['Europe/Berlin'],
  }),
  processorDiscountId: Type.String({
    // The rule for names fits: short, no control characters.
    format: 'person-name',
    minLength: 1,
    maxLength: 256,
    description: 'ID of the discount at the payment processor that referral discounts inherit from.',
  }),
  processorPromotionCodes: Type.Boolean({
    description:
      'Whether referral codes are promotion codes at the payment processor as well, so that customers can enter them at its own checkout. For Stripe, and codes without an underscore.',
  }),
  showReferrerName: Type.Boolean({
    description:
      'Whether friends see the referrer’s first name and last initial. Only names that your server, an import, staff or a signed call confirmed are shown. Leave it off, or set `requireSignedIdentification` as well: otherwise anyone who knows or guesses the IDs of a user gets their code by an unsigned call, and reads the name by the code.',
  }),
  landingPage: pageAddress('Target of share links; null if not set.'),
  fallbackPage: pageAddress('Target of share links whose code is not valid; null for a plain page.'),
  allowedOrigins: Type.Array(Type.String({ format: 'web-origin' }), {
    maxItems: 100,
    description: 'Origins that may make browser calls; empty for any origin.',
    examples: [['https://www.example.com']],
  }),
  cookieDays: Type.Integer({
    minimum: 1,
    maximum: 400,
    description: 'Lifetime of the tracking cookie in days.',
  }),
  consentMode: Type.Enum([...consentModes], {
    description:
      '`granted` stores the tracking cookie immediately, `required` only after consent, `cookieless` never.',
  }),
  referredReward: nullable(FriendRewardSpec),
  referrerReward: nullable(RewardSpec),
  referrerHoldDays: Type.Integer({
    minimum: 0,
    maximum: 3650,
    description: 'Days between a conversion and the time the referrer’s reward is given.',
  }),
}

const furtherFields = {
  milestones: Milestones,
  leaderboard: LeaderboardMode,
  mendBills: Type.Enum([...mendModes], {
    description:
      'What happens to bills on which customers paid too much because of a wrong discount: `ASK` leaves them to your staff, `REFUND` gives the difference back by itself. What was paid too little is never charged.',
  }),
  requireSignedIdentification: Type.Boolean({
    description: 'Whether browser calls must be signed with the signing key.',
  }),
  unsignedConversions: Type.Object({ mode: unsignedMode, limit: unsignedLimit }, aboutUnsigned),
  fraudRules: Type.Array(FraudRuleSetting, {
    maxItems: fraudRuleNames.length,
    description:
      'Mode and thresholds of each fraud rule; an absent rule has its default mode and thresholds.',
  }),
  ...reviewPeriod,
  mailDomains: MailDomains,
  couponSites: CouponSites,
  theme: WidgetTheme,
  texts: WidgetTexts,
  preview: LinkPreviews,
  apps: nullable(Apps),
  referrersChooseCodes: Type.Boolean({
    description: 'Whether referrers choose their own code in the widget and on the hosted page.',
  }),
  emails: nullable(EmailSettings),
  hostedPage: HostedPage,
  invitations: Invitations,
  legacyClients: LegacyClients,
}

const fields = { ...termFields, ...furtherFields }

const maxReferrerRewards = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'Maximum number of rewards per referrer; absent for no limit.',
})

const version = Type.Integer({
  minimum: 1,
  description: 'Version number. Send it back when you replace the program.',
})

export const Program = Type.Object(
  {
    version,
    ...fields,
    maxReferrerRewards: Type.Optional(maxReferrerRewards),
  },
  { title: 'Program', description: 'The settings of a referral program.' },
)
export type Program = ShapeOf<typeof Program>

/** All settings of a program. Null clears an optional field; an absent field takes its default. */
export const ProgramSettings = Type.Object(
  {
    ...withDefaults(termFields, programDefaults),
    maxReferrerRewards: Type.Optional(maxReferrerRewards),
    ...withDefaults(furtherFields, programDefaults),
    unsignedConversions: withDefault(
      Type.Object(
        {
          mode: withDefault(unsignedMode, programDefaults.unsignedConversions.mode),
          limit: withDefault(unsignedLimit, programDefaults.unsignedConversions.limit),
        },
        { ...aboutUnsigned, title: 'UnsignedConversionsSetting' },
      ),
      programDefaults.unsignedConversions,
    ),
    mailDomains: withDefault(MailDomainsSetting, programDefaults.mailDomains),
    emails: withDefault(nullable(EmailSettingsUpdate), programDefaults.emails),
    hostedPage: withDefault(HostedPageSetting, programDefaults.hostedPage),
  },
  {
    title: 'ProgramSettings',
    description: 'The settings of a program. Absent fields have their defaults.',
  },
)
export type ProgramSettings = ShapeOf<typeof ProgramSettings>

export const ProgramUpdate = Type.Object(
  { version, ...ProgramSettings.properties },
  {
    title: 'ProgramUpdate',
    description:
      'All settings of the program, with the `version` you retrieved. Null clears a nullable field; an absent field is reset to its default.',
  },
)

export type ProgramUpdate = ShapeOf<typeof ProgramUpdate>
