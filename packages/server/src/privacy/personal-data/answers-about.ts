import type { Wanted } from './wanted.ts'

/** The person that answers are searched for, as they are or as they were. */
type About = Pick<Wanted, 'userId' | 'accountId' | 'email'> & { readonly codes: readonly string[] }

const accountFields: ReadonlySet<string> = new Set([
  'id',
  'accountId',
  'referringAccountId',
  'referredAccountId',
])
const userFields: ReadonlySet<string> = new Set(['id', 'userId'])
const codeFields: ReadonlySet<string> = new Set(['code', 'couponCode', 'referralCode', 'referralCodeUsed'])

/**
 * Whether a kept answer names a person: the user of the account, one of the codes or, with `withAccount`, the account. An
 * answer that is encrypted holds keys of the merchant and no personal data.
 */
export function isAnswerAbout(answer: string | null, wanted: Wanted, withAccount: boolean): boolean {
  const about: About = { ...wanted, codes: wanted.codes.map(([old]) => old) }
  // Most answers are about others: they are not parsed.
  if (answer === null || !mentions(answer, about)) return false
  return isAbout(parsed(answer), about, withAccount)
}

/** Shorter texts are in too many keys by chance. */
const MIN_IN_KEY = 3

/** Whether the key that the merchant chose for a request has the person's ID, e-mail address or code in it, as a word. */
export function isKeyAbout(
  key: string,
  { userId, accountId, email, codes }: Wanted,
  withAccount: boolean,
): boolean {
  const texts = [userId, email ?? '', ...codes.map(([old]) => old), withAccount ? accountId : '']
  return texts.some((it) => it.length >= MIN_IN_KEY && hasWord(key.toUpperCase(), it.toUpperCase()))
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = [text.charAt(at - 1), text.charAt(at + word.length)]
    if (!around.some((it) => /[A-Z0-9]/.test(it))) return true
  }
  return false
}

function mentions(answer: string, { userId, accountId, codes }: About): boolean {
  return [userId, accountId, ...codes].some((it) => answer.includes(JSON.stringify(it)))
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer)
  } catch {
    return null
  }
}

function isAbout(value: unknown, about: About, withAccount: boolean): boolean {
  if (Array.isArray(value)) return value.some((it) => isAbout(it, about, withAccount))
  if (typeof value !== 'object' || value === null) return false
  const fields = Object.entries(value)
  const has = (names: ReadonlySet<string>, text: string) =>
    fields.some(([name, it]) => it === text && names.has(name))
  return (
    (has(userFields, about.userId) &&
      fields.some(([name, it]) => name === 'accountId' && it === about.accountId)) ||
    about.codes.some((code) => has(codeFields, code)) ||
    (withAccount && has(accountFields, about.accountId)) ||
    fields.some(([, it]) => isAbout(it, about, withAccount))
  )
}
