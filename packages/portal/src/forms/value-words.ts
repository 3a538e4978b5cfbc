import { type MailFormatName, numberFormats, textFormats } from '@goodword/contract/frame/formats'
import type { BodySchema } from './body-schema.ts'

type FormatName = keyof typeof textFormats | keyof typeof numberFormats

/** The instruction for a text of an e-mail, which has a format for each kind. */
const placeholders =
  'Enter a text with no other placeholders than those listed above, and without control characters.'

/** The instruction for each other format of the contract. */
const formatWords: Readonly<Record<Exclude<FormatName, MailFormatName>, string>> = {
  'merchant-id': 'Enter an ID of at most 256 characters, without line breaks.',
  'referral-code': 'Enter 2 to 64 letters from A to Z, digits, “_” or “-”.',
  'used-code': 'Enter a code of 2 to 64 letters from A to Z, digits, “_” or “-”, or a share link.',
  'chosen-code':
    'Enter 4 to 20 letters from A to Z and digits, with “-” between them, and at least two letters.',
  'email-address': 'Enter an e-mail address, such as bob@example.com.',
  'staff-email': 'Enter an e-mail address, such as bob@example.com.',
  'email-field': 'Enter an e-mail address, such as bob@example.com, or nothing.',
  'mail-address': 'Enter an e-mail address alone, such as rewards@example.com.',
  'person-name': 'Enter 1 to 256 characters, without line breaks.',
  locale: 'Enter a language, such as de or pt-BR.',
  'name-field': 'Enter at most 256 characters, without line breaks.',
  'long-text': 'Enter at most 2,000 characters.',
  'mail-line': 'Enter one line of text.',
  'currency-code': 'Choose a currency.',
  'price-text': 'Enter a price, such as 49.90.',
  'time-range': 'Choose a first day that is not after the last.',
  'reporting-day': 'Choose a day.',
  'time-zone': 'Choose a time zone.',
  cursor: 'Begin again at the first page.',
  'page-address': 'Enter a whole address, such as https://www.example.com/welcome.',
  'secure-address': 'Enter a whole address that begins with https, such as https://www.example.com/logo.svg.',
  'picture-address':
    'Enter a whole address of a PNG or JPEG picture that begins with https, such as https://www.example.com/share.png.',
  'apple-app-id': 'Enter team and bundle of the app, such as ABCDE12345.com.example.shop.',
  'android-package': 'Enter the package name of the app, such as com.example.shop.',
  'certificate-fingerprint': 'Enter 32 pairs of digits from 0 to F with a colon between them.',
  'hex-color': 'Enter a colour as # and six digits from 0 to f, such as #0b5cad.',
  'web-origin': 'Enter scheme and host without a path, such as https://www.example.com.',
  'host-name': 'Enter a host name, such as go.example.com.',
  'processor-environment': 'Enter the address of a gateway on this machine, such as http://127.0.0.1:3001.',
  'processor-id': 'Enter letters from A to Z, digits, “_” or “-”, at most 128, as the processor shows them.',
  'processor-key': 'Enter letters from A to Z, digits, “_” or “-”, at most 255, as the processor shows them.',
  reason: 'Enter a reason of at most 500 characters.',
  percent: 'Enter a number from 0 to 100 with at most two decimals.',
}

/** The problem of a single value; null if it is valid. */
export function problemOfValue(schema: BodySchema, value: unknown): string | null {
  if (typeof value === 'number') return problemOfNumber(schema, value)
  if (typeof value === 'string') return problemOfText(schema, value)
  return null
}

function problemOfNumber({ type, minimum, maximum, format }: BodySchema, value: number): string | null {
  if (Number.isNaN(value)) return 'Enter a number.'
  if (type === 'integer' && !Number.isInteger(value)) return 'Enter a whole number.'
  if (minimum !== undefined && value < minimum) return `Enter ${minimum.toLocaleString()} or more.`
  if (maximum !== undefined && value > maximum) return `Enter ${maximum.toLocaleString()} or less.`
  return formatProblem(numberFormats, format, value)
}

function problemOfText(schema: BodySchema, value: string): string | null {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format, pattern, enum: choices } = schema
  if (choices !== undefined && !choices.includes(value)) return 'Choose one of the options.'
  const problem = formatProblem(textFormats, format, value)
  if (value === '' && (minLength > 0 || problem !== null)) return 'This field is required.'
  const { length } = [...value]
  if (length < minLength) return `Enter at least ${minLength.toLocaleString()} characters.`
  if (length > maxLength) return `Enter at most ${maxLength.toLocaleString()} characters.`
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    return 'Enter it in the form of the example.'
  return problem
}

type Formats<Value> = Readonly<Record<string, { readonly check: (value: Value) => boolean }>>

function formatProblem<Value>(
  formats: Formats<Value>,
  name: string | undefined,
  value: Value,
): string | null {
  if (name === undefined || !Object.hasOwn(formats, name) || formats[name]?.check(value) !== false)
    return null
  const words: Readonly<Record<string, string>> = formatWords
  return words[name] ?? placeholders
}
