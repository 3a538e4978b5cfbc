import { isAndroidPackage, isAppleAppId, isCertificateFingerprint } from '@goodword/domain/hosts/app-links'
import { parseHostName } from '@goodword/domain/hosts/host-name'
import {
  allMailKinds,
  hasOnlyPlaceholdersOf,
  type MailKind,
  mailTraits,
} from '@goodword/domain/outbound/mail'
import { deliverableAddress } from '@goodword/domain/outbound/mail-address'
import { CHOSEN_CODE_RULE, parseChosenCode } from '@goodword/domain/referrals/chosen-code'
import { parseReferralCode } from '@goodword/domain/referrals/referral-code'
import { readUsedCode } from '@goodword/domain/referrals/used-code'
import { isEmail, isPersonName, isStaffEmail } from '@goodword/domain/values/email'
import { isMerchantGivenId } from '@goodword/domain/values/ids'
import { parseCurrency } from '@goodword/domain/values/money'
import { rateFromPercent } from '@goodword/domain/values/rate'
import { parseTimeRange } from '@goodword/domain/values/time-range'
import { isReportingDay, isTimeZone } from '@goodword/domain/values/time-zone'
import { parseLocale } from '../words/languages.ts'

/** A custom `format` of a schema. `rule` completes the sentence "`field` must be …". */
export type TextFormat = { readonly check: (text: string) => boolean; readonly rule: string }
export type NumberFormat = { readonly check: (value: number) => boolean; readonly rule: string }

type KebabCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}-${KebabCase<Rest>}`
  : Lowercase<Text>
export type MailFormatName = `${KebabCase<MailKind>}-${'line' | 'text'}`

/** The format of a line, or of a text, of a kind of e-mail. */
export function mailFormatName<Part extends 'line' | 'text'>(kind: MailKind, part: Part) {
  // The type above describes this change of the letters.
  return `${kind.toLowerCase().replaceAll('_', '-') as KebabCase<MailKind>}-${part}` as const
}

// The names are those of every kind.
const mailFormats = Object.fromEntries(
  allMailKinds.flatMap((kind) => [
    [mailFormatName(kind, 'line'), mailLine(kind)],
    [mailFormatName(kind, 'text'), mailText(kind)],
  ]),
) as Record<MailFormatName, TextFormat>

export const textFormats = {
  'merchant-id': {
    check: isMerchantGivenId,
    rule: 'a string of 1 to 256 characters without control characters, not only white space, and neither "." nor ".."',
  },
  'referral-code': {
    check: (text) => text.length <= MAX_TYPED_CODE && parseReferralCode(text) !== null,
    rule: 'a string of 2 to 64 letters (A-Z), digits, "_" or "-"',
  },
  'used-code': {
    check: isUsedCode,
    rule: 'a referral code of 2 to 64 letters (A-Z), digits, "_" or "-", a share link with one, or a code of an earlier product of at most 128 characters',
  },
  'chosen-code': {
    check: (text) => text.length <= MAX_TYPED_CODE && parseChosenCode(text) !== null,
    rule: CHOSEN_CODE_RULE,
  },
  'email-address': {
    check: isEmail,
    rule: 'an e-mail address of at most 256 characters, such as "bob@example.com"',
  },
  'staff-email': {
    check: isStaffEmail,
    rule: 'an e-mail address in ASCII of at most 256 characters, such as "bob@example.com"',
  },
  'person-name': { check: isPersonName, rule: 'a string of 1 to 256 characters without control characters' },
  locale: {
    check: (text) => parseLocale(text) !== null,
    rule: 'a language tag of at most 64 characters, such as "de" or "pt-BR"',
  },
  'email-field': {
    check: (text) => text === '' || isEmail(text),
    rule: 'empty, or an e-mail address of at most 256 characters, such as "bob@example.com"',
  },
  'name-field': {
    check: (text) => text === '' || isPersonName(text),
    rule: 'a string of at most 256 characters without control characters',
  },
  'long-text': {
    check: isLongText,
    rule: 'a string of at most 2000 characters, well-formed and without NUL',
  },
  'currency-code': {
    check: (text) => parseCurrency(text) !== null,
    rule: 'an active ISO 4217 currency code in upper case, such as "EUR"',
  },
  'price-text': {
    check: (text) => PRICE_TEXT.test(text),
    rule: 'a price in plain decimal digits, such as 49 or 49.90',
  },
  'time-range': {
    check: (text) => parseTimeRange(text) !== null,
    rule: 'one or two times in milliseconds since the epoch, "from" or "from,to", with "to" not before "from"',
  },
  'reporting-day': {
    check: isReportingDay,
    rule: 'a day such as "2026-03-01", or a time in milliseconds since the epoch, from 1970 to 8999',
  },
  'time-zone': {
    check: isTimeZone,
    rule: 'the name of a time zone of the IANA database, such as "Europe/Berlin" or "UTC"',
  },
  cursor: {
    check: (text) => CURSOR.test(text),
    rule: 'the unchanged nextCursor of an earlier response',
  },
  'page-address': {
    check: (text) => text.length <= 2000 && PAGE_ADDRESS.test(text),
    rule: 'an absolute http or https address of at most 2,000 characters',
  },
  'secure-address': {
    check: (text) => text.length <= 2000 && SECURE_ADDRESS.test(text),
    rule: 'an absolute https address of at most 2,000 characters',
  },
  'picture-address': {
    check: (text) =>
      text.length <= 2000 &&
      (SECURE_ADDRESS.test(text) || LOCAL_ADDRESS.test(text)) &&
      !OTHER_PICTURE.test(text),
    rule: 'an absolute https address of a PNG or JPEG picture, of at most 2,000 characters; on 127.0.0.1 also an http address',
  },
  'apple-app-id': {
    check: isAppleAppId,
    rule: 'the identifier of an app as Apple writes it: team and bundle, such as "ABCDE12345.com.example.shop"',
  },
  'android-package': {
    check: isAndroidPackage,
    rule: 'the package name of an Android app, such as "com.example.shop"',
  },
  'certificate-fingerprint': {
    check: isCertificateFingerprint,
    rule: 'a SHA-256 fingerprint: 32 pairs of hexadecimal digits with a colon between them',
  },
  'hex-color': {
    check: (text) => HEX_COLOR.test(text),
    rule: 'a color as "#" and six hexadecimal digits, such as "#0b5cad"',
  },
  'web-origin': {
    check: (text) => text.length <= 300 && WEB_ORIGIN.test(text),
    rule: 'a web origin such as "https://www.example.com": scheme, host and optional port, without a path',
  },
  'host-name': {
    check: (text) => parseHostName(text) !== null,
    rule: 'a host name in lower case such as "go.example.com", with other letters than a to z in the form "xn--…"',
  },
  'processor-environment': {
    check: (text) => PROCESSOR_ENVIRONMENTS.has(text) || LOCAL_GATEWAY.test(text),
    rule: '"sandbox", "production", or the address of a local gateway such as "http://127.0.0.1:3001"',
  },
  'processor-id': {
    check: (text) => PROCESSOR_ID.test(text),
    rule: 'a string of 1 to 128 letters (A-Z), digits, "_" or "-"',
  },
  'processor-key': {
    check: (text) => PROCESSOR_KEY.test(text),
    rule: 'a string of 1 to 255 letters (A-Z), digits, "_" or "-"',
  },
  'mail-address': {
    check: (text) => text.trim() === text && text.isWellFormed() && deliverableAddress(text) !== null,
    rule: 'an e-mail address such as "rewards@example.com", without a name, quotes or spaces',
  },
  reason: {
    check: isReason,
    rule: 'a text of 1 to 500 characters that is not blank, without control characters other than line breaks',
  },
  'mail-line': { check: isLine, rule: 'one line of text without control characters' },
  ...mailFormats,
} as const satisfies Record<string, TextFormat>

export const numberFormats = {
  percent: {
    check: (value) => rateFromPercent(value) !== null,
    rule: 'a number from 0 to 100 with at most two decimals',
  },
} as const satisfies Record<string, NumberFormat>

export type FormatName = keyof typeof textFormats | keyof typeof numberFormats

function mailLine(kind: MailKind): TextFormat {
  return {
    check: (text) => text.length <= 200 && isLine(text) && hasOnlyPlaceholdersOf(kind, text),
    rule: `one line of at most 200 characters without control characters, with no other placeholders than ${placeholdersOf(kind)}`,
  }
}

function mailText(kind: MailKind): TextFormat {
  return {
    check: (text) => isLongText(text) && hasOnlyPlaceholdersOf(kind, text),
    rule: `a string of at most 2000 characters, well-formed and without NUL, with no other placeholders than ${placeholdersOf(kind)}`,
  }
}

function placeholdersOf(kind: MailKind): string {
  return mailTraits[kind].placeholders.map((name) => `{${name}}`).join(', ')
}

function isUsedCode(text: string): boolean {
  if (text.length > MAX_TYPED_LINK) return false
  const { code, spellings } = readUsedCode(text)
  return code !== null || spellings.length > 0
}

function isLine(text: string): boolean {
  return text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text)
}

function isReason(text: string): boolean {
  const isPlain = text.isWellFormed() && !/\p{Cc}/u.test(text.replaceAll('\n', ''))
  return text.length <= 1000 && [...text].length <= 500 && text.trim() !== '' && isPlain
}

function isLongText(text: string): boolean {
  return text.length <= 2000 && text.isWellFormed() && !text.includes('\u0000')
}

/** The rule of a custom format, to complete a sentence; null for other formats. */
export function ruleOfFormat(name: string): string | null {
  const formats: Readonly<Record<string, TextFormat | NumberFormat>> = { ...textFormats, ...numberFormats }
  return Object.hasOwn(formats, name) ? (formats[name]?.rule ?? null) : null
}

// With the blanks around it.
const MAX_TYPED_CODE = 1024
// With the words around it, and the parameters of a campaign.
const MAX_TYPED_LINK = 4096
const PRICE_TEXT = /^\d{1,32}(?:\.\d{1,32})?$/
const CURSOR = /^[A-Za-z0-9_-]{1,512}$/
const PORT = String.raw`(?:6553[0-5]|655[0-2]\d|65[0-4]\d\d|6[0-4]\d{3}|[1-5]\d{4}|\d{1,4})`
const HOST_AND_PORT = String.raw`(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::${PORT})?`
const PAGE_ADDRESS = new RegExp(String.raw`^https?://${HOST_AND_PORT}(?:[/?#][\x21-\x7e]*)?$`)
const SECURE_ADDRESS = new RegExp(String.raw`^https://${HOST_AND_PORT}(?:[/?#][\x21-\x7e]*)?$`)
/** The address of a page of this machine, where a service is tried out. */
const LOCAL_ADDRESS = new RegExp(String.raw`^http://127[.]0[.]0[.]1(?::${PORT})?(?:[/?#][\x21-\x7e]*)?$`)
/** Kinds of pictures that previews of links do not show. */
const OTHER_PICTURE = /^[^?#]*[.](?:svgz?|webp|avif|gif|heic|tiff?|bmp|ico|pdf)(?:[?#]|$)/i
const HEX_COLOR = /^#[0-9a-fA-F]{6}$/
const PROCESSOR_ENVIRONMENTS: ReadonlySet<string> = new Set(['sandbox', 'production'])
const LOCAL_GATEWAY = new RegExp(String.raw`^http://(?:127[.]0[.]0[.]1|localhost|\[::1\]):${PORT}$`)
const PROCESSOR_ID = /^[A-Za-z0-9_-]{1,128}$/
const PROCESSOR_KEY = /^[\w-]{1,255}$/
const WEB_ORIGIN = new RegExp(`^https?://${HOST_AND_PORT}$`)
