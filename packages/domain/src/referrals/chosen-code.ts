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

/** Friends would take a code of these words for one of the merchant or of the service, or for an offer to everyone. */
const RESERVED = [
  // The merchant's people and addresses.
  ...[
    'ADMIN',
    'ADMINISTRATOR',
    'BILLING',
    'CONTACT',
    'HELP',
    'INFO',
    'LEGAL',
    'MODERATOR',
    'OFFICE',
    'OFFICIAL',
  ],
  ...[
    'OWNER',
    'PAYMENT',
    'POSTMASTER',
    'ROOT',
    'SALES',
    'SECURITY',
    'SERVICE',
    'STAFF',
    'SUPPORT',
    'SYSTEM',
    'TEAM',
  ],
  // Offers that a merchant makes to everyone.
  ...[
    'BLACKFRIDAY',
    'BONUS',
    'COUPON',
    'CYBERMONDAY',
    'DEAL',
    'DISCOUNT',
    'FREE',
    'GIFT',
    'NEW',
    'OFFER',
    'PROMO',
  ],
  ...['REFUND', 'SALE', 'TRIAL', 'VIP', 'VOUCHER', 'WELCOME'],
  // Words of forms, programs and addresses.
  ...[
    'ACCOUNT',
    'API',
    'CODE',
    'EXAMPLE',
    'FRIEND',
    'GOODWORD',
    'LOGIN',
    'NONE',
    'NULL',
    'REFERRAL',
    'SIGNIN',
  ],
  ...['SIGNUP', 'TEST', 'UNDEFINED', 'UNSUBSCRIBE', 'USER', 'WWW', 'YOURCODE'],
]

/**
 * Whether a code consists of reserved words and digits alone, also in characters that look like theirs: `ADM1N`,
 * `FREE-10` and, for the merchant Acme, `ACME-SUPPORT`. `names` are those of the program.
 */
export function isReservedCode(code: ReferralCode, names: readonly string[]): boolean {
  const words = [...RESERVED, ...names.map(lettersOf).filter((it) => it.length > 1)]
  const readings = new Set([
    code.replaceAll(/[^A-Z]/g, ''),
    lookAlike(code),
    lookAlike(code.replace(/[\d-]{1,64}$/, '')),
  ])
  return [...readings].some((text) => isMadeOf(text, [...words, ...words.map(lookAlike)]))
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z]/g, '')
}

/** Characters that people misread, as the one that they are taken for. */
function lookAlike(text: string): string {
  return text
    .replaceAll('0', 'O')
    .replaceAll(/[1L]/g, 'I')
    .replaceAll('5', 'S')
    .replaceAll('V', 'U')
    .replaceAll(/[^A-Z]/g, '')
}

function isMadeOf(text: string, words: readonly string[]): boolean {
  // Codes are short: the rest of a text is looked at once for each word that it begins with.
  const reached = new Set([0])
  for (let start = 0; start < text.length; start += 1) {
    if (!reached.has(start)) continue
    for (const word of words) if (text.startsWith(word, start)) reached.add(start + word.length)
  }
  return text !== '' && reached.has(text.length)
}
