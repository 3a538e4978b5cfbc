import type { EmailSettings } from '@goodword/contract/mails/email-settings'
import type { HostedPage } from '@goodword/contract/pages/hosted-page'
import type { LocaleTexts, WidgetTexts } from '@goodword/contract/pages/widget-texts'
import type { WidgetTheme } from '@goodword/contract/pages/widget-theme'
import { type ProgramSettings, programDefaults } from '@goodword/contract/program/program'
import type { FraudRuleName } from '@goodword/domain/fraud/fraud'
import type { FraudRuleMode } from '@goodword/domain/fraud/fraud-rule-mode'
import type { ThresholdSettings } from '@goodword/domain/fraud/history-rules'
import type { UsualFacts } from '@goodword/domain/fraud/usual-limits'
import type { MailDomainSettings, Program, UnsignedConversions } from '@goodword/domain/program/program'
import { wholeEmailSettings } from './email-settings.ts'

// Records, so that a new name in the contract is a compile error here.
const themeNames: Readonly<Record<keyof WidgetTheme, true>> = {
  colorScheme: true,
  accentColor: true,
  backgroundColor: true,
  darkBackgroundColor: true,
  logo: true,
  font: true,
  cornerRadius: true,
}

const textNames: Readonly<Record<keyof LocaleTexts, true>> = {
  title: true,
  introduction: true,
  shareMessage: true,
  emailSubject: true,
  terms: true,
  welcomeTitle: true,
  welcomeText: true,
  termsLink: true,
  words: true,
}

/** A program with all fields; those that were never set have their defaults. */
export type FullSettings = {
  readonly [Name in Exclude<
    keyof typeof programDefaults,
    'unsignedConversions' | 'emails' | 'hostedPage' | 'mailDomains'
  >]: Setting<Name>
} & {
  readonly maxReferrerRewards?: number
  readonly unsignedConversions: UnsignedConversions
  /** Null for no e-mails. */
  readonly emails: EmailSettings | null
  readonly hostedPage: HostedPage
  readonly mailDomains: MailDomainSettings
}

/** The company's name for friends and referrers. */
export function publicNameOf({ publicName, name }: Pick<FullSettings, 'publicName' | 'name'>): string {
  return publicName ?? name
}

type Setting<Name extends keyof ProgramSettings> = Exclude<ProgramSettings[Name], undefined>

/** Stored settings were validated when they were set. */
export function settingsOf(stored: unknown): FullSettings {
  const settings = withDefaults(stored)
  const { theme, texts, emails } = settings
  return {
    ...settings,
    theme: knownTheme(theme),
    texts: knownTexts(texts),
    emails: emails === null ? null : wholeEmailSettings(emails),
  }
}

/** Whether referral codes are promotion codes at the payment processor; widget settings are not parsed. */
export function hasPromotionCodes(stored: unknown): boolean {
  return withDefaults(stored).processorPromotionCodes
}

function withDefaults(stored: unknown): FullSettings {
  const settings = { ...programDefaults, ...(stored as ProgramSettings) } as FullSettings
  const unsignedConversions = { ...programDefaults.unsignedConversions, ...settings.unsignedConversions }
  const hostedPage = { ...programDefaults.hostedPage, ...settings.hostedPage }
  const mailDomains = { ...programDefaults.mailDomains, ...settings.mailDomains }
  return { ...settings, unsignedConversions, hostedPage, mailDomains }
}

/** The part of the settings and of the tenant's processor connection that tracking uses; widget settings are not parsed. */
export function programOf(
  stored: unknown,
  isProcessorConnected = false,
  usualFacts: UsualFacts | null = null,
): Program {
  const settings = withDefaults(stored)
  const rules = [...programDefaults.fraudRules, ...settings.fraudRules]
  const modes = rules.map(({ rule, mode }) => [rule, mode])
  const thresholds = settings.fraudRules.map((it) => [it.rule, it.thresholds ?? {}])
  return {
    active: settings.active,
    currency: settings.currency,
    referredReward: settings.referredReward,
    referrerReward: settings.referrerReward,
    referrerHoldDays: settings.referrerHoldDays,
    maxReferrerRewards: settings.maxReferrerRewards ?? null,
    milestones: settings.milestones,
    requireSignedIdentification: settings.requireSignedIdentification,
    isProcessorConnected,
    unsignedConversions: settings.unsignedConversions,
    fraudRules: Object.fromEntries(modes) as Record<FraudRuleName, FraudRuleMode>,
    reviewDays: settings.reviewDays,
    reviewEnds: settings.reviewEnds,
    fraudThresholds: Object.fromEntries(thresholds) as ThresholdSettings,
    mailDomains: settings.mailDomains,
    ...(usualFacts === null ? {} : { usualFacts }),
  }
}

type Fields = Readonly<Record<string, unknown>>

/** The known fields of a theme. The first release accepted any name, and requests may have other names. */
function knownTheme(theme: unknown): WidgetTheme {
  return fieldsOf(theme, (name) => Object.hasOwn(themeNames, name))
}

/** Reads texts, which the first release stored without a language. */
function knownTexts(texts: unknown): WidgetTexts {
  const languages = Object.entries<unknown>(fieldsOf(texts, (_, value) => isFields(value)))
  return Object.fromEntries(
    languages.map(([locale, each]) => [locale, fieldsOf(each, (name) => Object.hasOwn(textNames, name))]),
  )
}

/** Values were checked when they were set. */
function fieldsOf<Known extends object>(given: unknown, isKnown: (name: string, value: unknown) => boolean) {
  const entries = isFields(given) ? Object.entries(given) : []
  return Object.fromEntries(entries.filter(([name, value]) => isKnown(name, value))) as Known
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
