import type { Program } from '@goodword/client'
import { count } from '../../format/count.ts'
import { mailKindNames } from '../../format/mail-words.ts'
import {
  consentNames,
  fraudRuleText,
  fraudRuleWords,
  languageName,
  mendNames,
  milestonesText,
  reviewEndNames,
  termsText,
  unsignedText,
} from './program-words.ts'

/** A setting that differs, in words. */
export type Change = {
  /** The API's name of the setting, such as `texts.de.title`. */
  readonly path: string
  readonly label: string
  readonly before: string
  readonly after: string
}

type Line = { readonly path: string; readonly label: string; readonly text: string }

/** What differs between two programs, in the order of the pages. What has no meaning of its own, such as an empty list of texts, does not count. */
export function programChanges(before: Program, after: Program): readonly Change[] {
  const old = new Map(linesOf(before).map((it) => [it.path, it]))
  const changed = new Map(linesOf(after).map((it) => [it.path, it]))
  const paths = [...new Set([...changed.keys(), ...old.keys()])]
  return paths.flatMap((path): Change[] => {
    const line = changed.get(path) ?? old.get(path)
    const change = {
      path,
      label: line?.label ?? path,
      before: old.get(path)?.text ?? 'Not set',
      after: changed.get(path)?.text ?? 'Not set',
    }
    return change.before === change.after ? [] : [change]
  })
}

const fieldNames = {
  name: 'Name',
  publicName: 'Name of the company',
  active: 'Program',
  currency: 'Currency',
  timeZone: 'Time zone',
  showReferrerName: 'Referrer’s name for friends',
  referredReward: 'Friend’s reward',
  referrerReward: 'Referrer’s reward',
  referrerHoldDays: 'Waiting time of the referrer’s reward',
  maxReferrerRewards: 'Rewards per referrer',
  milestones: 'Milestones',
  leaderboard: 'Leaderboard',
  landingPage: 'Landing page',
  fallbackPage: 'Page for codes that are not valid',
  allowedOrigins: 'Allowed origins',
  cookieDays: 'Life of the tracking cookie',
  consentMode: 'Consent',
  unsignedConversions: 'Payments reported by web pages',
  requireSignedIdentification: 'Calls that your server did not confirm',
  processorDiscountId: 'Discount at the payment processor',
  processorPromotionCodes: 'Codes at the checkout of the payment processor',
  mendBills: 'Bills that were paid too much',
  invitations: 'Invitations of friends',
  fraudRules: 'Fraud rules',
  reviewDays: 'Days to decide about held rewards',
  reviewEnds: 'Held rewards without a decision',
  mailDomains: 'E-mail domains',
  couponSites: 'Coupon sites',
  theme: 'Look of the widget',
  texts: 'Texts of the widget',
  preview: 'Link preview',
  apps: 'Apps',
  referrersChooseCodes: 'Codes that referrers choose',
  emails: 'E-mails',
  hostedPage: 'Page for referrers',
  legacyClients: 'Clients of a former service',
} as const satisfies Partial<Record<keyof Program, string>>

type SimpleField = keyof typeof fieldNames

/** The name of a setting of a program; null for one that this page does not know. */
export function fieldName(field: string): string | null {
  const known: Readonly<Record<string, string>> = fieldNames
  return Object.hasOwn(known, field) ? (known[field] ?? null) : null
}

/** Every setting that is set, in words. */
function linesOf(program: Program): readonly Line[] {
  const line = (path: SimpleField, text: string): Line => ({ path, label: fieldNames[path], text })
  return [
    line('name', program.name),
    line('publicName', program.publicName ?? program.name),
    line('active', program.active ? 'On' : 'Off'),
    line('currency', program.currency),
    line('timeZone', program.timeZone),
    line('showReferrerName', program.showReferrerName ? 'Shown' : 'Hidden'),
    line('referredReward', termsText(program.referredReward)),
    line('referrerReward', termsText(program.referrerReward)),
    line('referrerHoldDays', days(program.referrerHoldDays)),
    line('maxReferrerRewards', limitText(program.maxReferrerRewards)),
    line('milestones', milestonesText(program.milestones)),
    line('leaderboard', program.leaderboard === 'OFF' ? 'Off' : 'Places and first names'),
    line('landingPage', program.landingPage ?? 'None'),
    line('fallbackPage', program.fallbackPage ?? 'None'),
    line('allowedOrigins', program.allowedOrigins.join(', ') || 'Any'),
    line('cookieDays', days(program.cookieDays)),
    line('consentMode', consentNames[program.consentMode]),
    line('unsignedConversions', unsignedText(program.unsignedConversions)),
    line('requireSignedIdentification', program.requireSignedIdentification ? 'Refused' : 'Allowed'),
    ...program.fraudRules.map((it) => ({
      path: `fraudRules.${it.rule}`,
      label: `Fraud rule: ${fraudRuleWords[it.rule].name}`,
      text: fraudRuleText(it),
    })),
    line('reviewDays', program.reviewDays === null ? 'As long as you take' : days(program.reviewDays)),
    line('reviewEnds', reviewEndNames[program.reviewEnds]),
    ...leavesOf('mailDomains', ['E-mail domains'], program.mailDomains),
    ...leavesOf('couponSites', ['Coupon sites'], program.couponSites),
    line('processorDiscountId', program.processorDiscountId),
    line(
      'processorPromotionCodes',
      program.processorPromotionCodes ? 'Promotion codes' : 'Not entered there',
    ),
    line('mendBills', mendNames[program.mendBills]),
    line('invitations', program.invitations === 'ON' ? 'Sent by e-mail' : 'Not sent'),
    ...leavesOf('theme', ['Widget'], program.theme),
    ...leavesOf('texts', ['Widget text'], program.texts),
    ...leavesOf('preview', ['Link preview'], program.preview),
    ...leavesOf('apps', ['Apps'], program.apps),
    line('referrersChooseCodes', program.referrersChooseCodes ? 'Allowed' : 'Not allowed'),
    ...(program.emails === null
      ? []
      : [line('emails', 'Set up'), ...leavesOf('emails', ['E-mails'], program.emails)]),
    ...leavesOf('hostedPage', ['Page for referrers'], program.hostedPage),
    line('legacyClients', program.legacyClients ? 'Served' : 'Not served'),
  ]
}

const days = (number: number) => (Number.isNaN(number) ? 'Empty' : count(number, 'day'))

function limitText(limit: number | undefined): string {
  if (limit === undefined) return 'No limit'
  return Number.isNaN(limit) ? 'Empty' : `At most ${limit.toLocaleString()}`
}

/** The values at the ends of nested settings. Empty texts and lists are not set. */
function leavesOf(path: string, label: readonly string[], value: unknown): readonly Line[] {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) {
    return value.length === 0 ? [] : [{ path, label: label.join(' · '), text: value.map(wordOf).join(', ') }]
  }
  if (typeof value !== 'object') return [{ path, label: label.join(' · '), text: wordOf(value) }]
  return Object.entries(value).flatMap(([name, it]: [string, unknown]) =>
    leavesOf(`${path}.${name}`, [...label, nameOf(path, name)], it),
  )
}

/** Keys below `texts` and `preview` are languages, all others names of the API. */
function nameOf(path: string, name: string): string {
  return path.endsWith('texts') || path === 'preview' ? languageName(name) : (names[name] ?? name)
}

function wordOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object' && value !== null) return Object.values(value).flat().map(wordOf).join(' ')
  if (typeof value === 'number') return Number.isNaN(value) ? 'Empty' : value.toLocaleString()
  return names[String(value)] ?? String(value)
}

const names: Readonly<Record<string, string>> = {
  colorScheme: 'Light or dark',
  accentColor: 'Accent colour',
  backgroundColor: 'Background',
  darkBackgroundColor: 'Dark background',
  logo: 'Logo',
  font: 'Font',
  cornerRadius: 'Corners',
  title: 'Title',
  introduction: 'Introduction',
  description: 'Description',
  imageUrl: 'Picture',
  imageWidth: 'Width of the picture',
  imageHeight: 'Height of the picture',
  imageAlt: 'What the picture shows',
  appleAppIds: 'Apps of Apple',
  androidApps: 'Android apps',
  playStorePackage: 'App in the Play Store',
  shareMessage: 'Message that is shared',
  emailSubject: 'Subject of shared e-mails',
  terms: 'Terms',
  termsLink: 'Link to the terms',
  welcomeTitle: 'Greeting of a friend',
  welcomeText: 'Below the greeting',
  enabled: 'Is there',
  joinByEmail: 'Strangers can join',
  kinds: 'Kinds that are sent',
  ...mailKindNames,
  disposable: 'Disposable',
  trusted: 'Trusted',
  postalAddress: 'Postal address',
  privacyPage: 'Privacy page',
  fromAddress: 'Sender address',
  fromName: 'Sender name',
  replyTo: 'Answers go to',
  bounceAddress: 'Failed e-mails go to',
  language: 'Language',
  expiryNoticeDays: 'Days before an end',
  shareReminderDays: 'Days until the reminder',
  includeUnverified: 'Also to unverified addresses',
  subject: 'Subject',
  heading: 'Heading',
  body: 'Text',
  button: 'Button',
  footer: 'Footer',
}
