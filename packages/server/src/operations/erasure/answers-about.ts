import type { KeptRequestRow } from '../../store/erasure/kept-requests.ts'
import type { Wanted } from './wanted.ts'

/** The person that answers are searched for, as they are or as they were. */
export type About = Pick<Wanted, 'userId' | 'accountId' | 'email'> & { readonly codes: readonly string[] }

const accountFields: ReadonlySet<string> = new Set([
  'id',
  'accountId',
  'referringAccountId',
  'referredAccountId',
])
const userFields: ReadonlySet<string> = new Set(['id', 'userId'])
const codeFields: ReadonlySet<string> = new Set(['code', 'couponCode', 'referralCode', 'referralCodeUsed'])

/** Shorter texts are in too many keys by chance. */
const SHORTEST_IN_KEY = 3

/**
 * Whether a kept answer, or the key that the merchant chose for its request, names a person: the user of the account, one of
 * their codes or, with `withAccount`, the account. An answer that is encrypted holds keys of the merchant and no personal data.
 */
export function isAnswerAbout(
  { key, answer }: Pick<KeptRequestRow, 'key' | 'answer'>,
  wanted: Wanted,
  withAccount: boolean,
): boolean {
  const about: About = { ...wanted, codes: wanted.codes.map(([old]) => old) }
  const texts = [about.userId, about.email ?? '', ...about.codes, withAccount ? about.accountId : '']
  const named = texts.filter((it) => it.length >= SHORTEST_IN_KEY)
  if (named.some((it) => key.toUpperCase().includes(it.toUpperCase()))) return true
  // Most answers are about others: they are not parsed.
  if (answer === null || !mentions(answer, about)) return false
  return isAbout(parsed(answer), about, withAccount)
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
