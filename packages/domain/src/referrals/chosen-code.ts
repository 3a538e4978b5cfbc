import { parseReferralCode, type ReferralCode } from './referral-code.ts'

/** The lengths of a code that a person chooses: short enough to say, and long enough not to be guessed at once. */
const MIN_LENGTH = 4
const MAX_LENGTH = 20

/** How many codes a person can choose, beside the one that they were given. */
export const MAX_CHOSEN_CODES = 5

/** The rule for codes that people choose, to complete the sentence "The code must be …". */
export const CHOSEN_CODE_RULE = `${MIN_LENGTH} to ${MAX_LENGTH} letters (A-Z) and digits, with "-" between them, and at least two letters`

/** Reads a code that a person or their merchant chose; null for one that the rule does not allow. */
export function parseChosenCode(text: string): ReferralCode | null {
  const code = parseReferralCode(text)
  if (code === null || code.length < MIN_LENGTH || code.length > MAX_LENGTH) return null
  const isWritable = /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(code) && /[A-Z].*[A-Z]/.test(code)
  return isWritable ? code : null
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Friends would take a code of these words for one of the merchant or of the service, or for an offer to everyone. */
const RESERVED = [
  // The merchant's people and addresses.
  ...words(`ADMIN ADMINISTRATOR BILLING CONTACT CUSTOMER HELP INFO LEGAL MODERATOR OFFICE OFFICIAL OWNER PARTNER PAYMENT
    POSTMASTER ROOT SALES SECURITY SERVICE STAFF SUPPORT SYSTEM TEAM`),
  // Offers that a merchant makes to everyone.
  ...words(`BLACKFRIDAY BONUS CASHBACK COUPON CREDIT CYBERMONDAY DEAL DISCOUNT FREE GIFT NEW OFFER PROMO PROMOTION REBATE REFUND
    REWARD SALE TRIAL VIP VOUCHER WELCOME`),
  // Words of forms, programs and addresses, and payment processors.
  ...words(`ACCOUNT BRAINTREE CHECKOUT CODE CONFIRM EXAMPLE FRIEND GOODWORD INVITATION INVITE LOGOUT NONE NULL PASSWORD PAYPAL
    PRIVACY PROGRAM REFER REFERRAL REGISTER SIGNUP STRIPE TERMS TEST UNDEFINED USER VERIFY WWW YOURCODE`),
  // Paths of the service, of its hosted page and of its portal, which a custom domain may have beside its codes.
  ...words(`API APPEAL ASSETS ASSISTANT AUTH DOCS ENTER EXPORT FORGET HOOKS IMPORT LIVEZ LOGIN METRICS OAUTH PAGE PORTAL PREVIEW
    READYZ SENT SESSION SIGNIN SIGNOUT SWITCH TOKEN UNSUBSCRIBE WELLKNOWN WIDGET`),
]

/** Shorter words of a name, such as "of" and "The", are anybody's. */
const MIN_NAME_WORD = 4

/**
 * Whether a code consists of reserved words and digits alone, also in the plural and in characters that look like theirs:
 * `ADM1N`, `FREE-10`, `OFFERS` and, for the merchant Acme, `ACME-SUPPORT`. `names` are those of the program: each counts as a whole
 * and by its longer words.
 */
export function isReservedCode(code: ReferralCode, names: readonly string[]): boolean {
  const reserved = [...RESERVED, ...names.flatMap(wordsOfName)].flatMap((it) => [it, `${it}S`])
  const readings = new Set([
    code.replaceAll(/[^A-Z]/g, ''),
    lookAlike(code),
    lookAlike(code.replace(/[\d-]{1,64}$/, '')),
  ])
  return [...readings].some((text) => isMadeOf(text, [...reserved, ...reserved.map(lookAlike)]))
}

function wordsOfName(name: string): readonly string[] {
  const whole = lettersOf(name)
  const parts = name.split(/[\s._-]+/).map(lettersOf)
  return [...(whole.length > 1 ? [whole] : []), ...parts.filter((it) => it.length >= MIN_NAME_WORD)]
}

/** The letters that a code can have; accents are left off. */
function lettersOf(name: string): string {
  return name
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
}

/** Characters that people misread, as the one that they are taken for. */
function lookAlike(text: string): string {
  return text
    .replaceAll('0', 'O')
    .replaceAll(/[1L]/g, 'I')
    .replaceAll('3', 'E')
    .replaceAll('4', 'A')
    .replaceAll('5', 'S')
    .replaceAll('7', 'T')
    .replaceAll('8', 'B')
    .replaceAll('V', 'U')
    .replaceAll(/[^A-Z]/g, '')
}

function isMadeOf(text: string, reserved: readonly string[]): boolean {
  // Codes are short: the rest of a text is looked at once for each word that it begins with.
  const reached = new Set([0])
  for (let start = 0; start < text.length; start += 1) {
    if (!reached.has(start)) continue
    for (const word of reserved) if (text.startsWith(word, start)) reached.add(start + word.length)
  }
  return text !== '' && reached.has(text.length)
}
