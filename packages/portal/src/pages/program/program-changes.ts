import type { Program } from '@goodword/client'
import { mailKindNames } from '../../format/mail-words.ts'
import { count } from '../../format/number-text.ts'
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

/** The differences of two programs, in the order of the pages. Empty values, such as an empty list of texts, do not count. */
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

type Setting = Exclude<keyof Program, 'version'>

/** The name of a setting, and its value in words: a text, or a line for each part that is set. */
type SettingWords<Name extends Setting> = {
  readonly label: string
  readonly words: (value: Program[Name]) => string | readonly Line[]
}

/** Every setting, in the order of the pages. */
const settings: { readonly [Name in Setting]: SettingWords<Name> } = {
  name: { label: 'Name', words: (it) => it },
  publicName: { label: 'Name of the company', words: (it) => it ?? 'That of the program' },
  active: { label: 'Program', words: (it) => (it ? 'On' : 'Off') },
  currency: { label: 'Currency', words: (it) => it },
  timeZone: { label: 'Time zone', words: (it) => it },
  showReferrerName: { label: 'Referrer’s name for friends', words: (it) => (it ? 'Shown' : 'Hidden') },
  referredReward: { label: 'Friend’s reward', words: (it) => termsText(it) },
  referrerReward: { label: 'Referrer’s reward', words: (it) => termsText(it) },
  referrerHoldDays: { label: 'Waiting time of the referrer’s reward', words: days },
  maxReferrerRewards: { label: 'Rewards per referrer', words: limitText },
  milestones: { label: 'Milestones', words: milestonesText },
  leaderboard: { label: 'Leaderboard', words: (it) => (it === 'OFF' ? 'Off' : 'Places and first names') },
  landingPage: { label: 'Landing page', words: (it) => it ?? 'None' },
  fallbackPage: { label: 'Page for codes that are not valid', words: (it) => it ?? 'None' },
  allowedOrigins: { label: 'Allowed origins', words: (it) => it.join(', ') || 'Any' },
  cookieDays: { label: 'Life of the tracking cookie', words: days },
  consentMode: { label: 'Consent', words: (it) => consentNames[it] },
  unsignedConversions: { label: 'Payments reported by web pages', words: unsignedText },
  requireSignedIdentification: {
    label: 'Calls that your server did not confirm',
    words: (it) => (it ? 'Refused' : 'Allowed'),
  },
  fraudRules: {
    label: 'Fraud rules',
    words: (rules) =>
      rules.map((it) => ({
        path: `fraudRules.${it.rule}`,
        label: `Fraud rule: ${fraudRuleWords[it.rule].name}`,
        text: fraudRuleText(it),
      })),
  },
  reviewDays: {
    label: 'Days to decide about held rewards',
    words: (it) => (it === null ? 'As long as you take' : days(it)),
  },
  reviewEnds: { label: 'Held rewards without a decision', words: (it) => reviewEndNames[it] },
  mailDomains: { label: 'E-mail domains', words: (it) => leavesOf('mailDomains', ['E-mail domains'], it) },
  couponSites: { label: 'Coupon sites', words: (it) => leavesOf('couponSites', ['Coupon sites'], it) },
  processorDiscountId: { label: 'Discount at the payment processor', words: (it) => it },
  processorPromotionCodes: {
    label: 'Codes at the checkout of the payment processor',
    words: (it) => (it ? 'Promotion codes' : 'Not entered there'),
  },
  mendBills: { label: 'Bills that were paid too much', words: (it) => mendNames[it] },
  invitations: {
    label: 'Invitations of friends',
    words: (it) => (it === 'ON' ? 'Sent by e-mail' : 'Not sent'),
  },
  theme: { label: 'Look of the widget', words: (it) => leavesOf('theme', ['Widget'], it) },
  texts: { label: 'Texts of the widget', words: (it) => leavesOf('texts', ['Widget text'], it) },
  preview: { label: 'Link preview', words: (it) => leavesOf('preview', ['Link preview'], it) },
  apps: { label: 'Apps', words: (it) => leavesOf('apps', ['Apps'], it) },
  referrersChooseCodes: {
    label: 'Codes that referrers choose',
    words: (it) => (it ? 'Allowed' : 'Not allowed'),
  },
  emails: {
    label: 'E-mails',
    words: (it) =>
      it === null
        ? []
        : [{ path: 'emails', label: 'E-mails', text: 'Set up' }, ...leavesOf('emails', ['E-mails'], it)],
  },
  hostedPage: {
    label: 'Page for referrers',
    words: (it) => leavesOf('hostedPage', ['Page for referrers'], it),
  },
  legacyClients: { label: 'Clients of a former service', words: (it) => (it ? 'Served' : 'Not served') },
}

// The keys of the table are the settings.
const settingNames = Object.keys(settings) as readonly Setting[]

/** The name of a setting of a program; null for one that this page does not know. */
export function fieldName(field: string): string | null {
  const name = settingNames.find((it) => it === field)
  return name === undefined ? null : settings[name].label
}

/** Every setting that is set, in words. */
function linesOf(program: Program): readonly Line[] {
  return settingNames.flatMap((name) => linesOfSetting(program, name))
}

function linesOfSetting<Name extends Setting>(program: Program, path: Name): readonly Line[] {
  const { label, words }: SettingWords<Name> = settings[path]
  const text = words(program[path])
  return typeof text === 'string' ? [{ path, label, text }] : text
}

function days(number: number): string {
  return Number.isNaN(number) ? 'Empty' : count(number, 'day')
}

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
