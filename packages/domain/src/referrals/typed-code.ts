import type { ReferralCode } from './referral-code.ts'

/**
 * A code with what people and their programs leave around it: punctuation, and behind `?`, `&`, `#` or `%` the rest of an
 * address. No letter, digit or mark of any script is next to it: those would belong to another word.
 */
const WRITTEN = /^[^\p{IDC}%&-]{0,64}([\w-]{2,64})[^\p{IDC}-]{0,64}([?&#%]|$)/u

/**
 * Reads a code from a link or a form: blanks and punctuation around it go, invisible characters anywhere, and letters of
 * full width are plain ones. Null where there is no code. It is small, because the browser script contains it.
 *
 * The alphabet is checked before folding: `ſ` folds to S, and would make two spellings of one code.
 */
export function readCode(text: string): ReferralCode | null {
  const plain = text.replace(/\p{DI}/gu, '').replace(/[\uff01-\uff5e]/g, (it) => it.normalize('NFKC'))
  // The pattern has checked the alphabet and the length.
  return (WRITTEN.exec(plain)?.[1]?.toUpperCase() ?? null) as ReferralCode | null
}

/**
 * Reads a code that a person typed or pasted: the code, a share link, or the address of a page that a share link led to,
 * also with words around the link. Which service and program the link is of does not count: the code is looked up in the
 * program that is asked. Null for anything else.
 */
export function readTypedCode(text: string): ReferralCode | null {
  return readCode(text) ?? firstCode(codesInLinks(text))
}

const NAMED = /(?:^|[?&#])refcode=([^&#]*)/i

/** The path segments of the addresses in a text where a code would be, valid or not. */
export function codesInLinks(text: string): readonly string[] {
  return text.split(/\s+/).flatMap((word) => codeInAddress(word) ?? [])
}

function firstCode(texts: readonly string[]): ReferralCode | null {
  for (const text of texts) {
    const code = readCode(text)
    if (code !== null) return code
  }
  return null
}

/** The code of `…/r/{program}/{code}`, else of the parameter of a landing page, else of `https://{custom domain}/{code}`. */
function codeInAddress(address: string): string | null {
  const parts = pathOf(address)
    .split('/')
    .filter((it) => /[\p{IDC}-]/u.test(it))
  const last = parts.at(-1) ?? ''
  if (parts.at(-3) === 'r') return decoded(last)
  const named = NAMED.exec(address)?.[1]
  if (named !== undefined) return decoded(named)
  return parts.length === 1 ? decoded(last) : null
}

/** The path of an address, without a scheme only behind a name with a dot; empty without one. */
function pathOf(address: string): string {
  const scheme = address.indexOf('://')
  const place = scheme < 0 ? address : address.slice(scheme + 3)
  const slash = place.indexOf('/')
  const host = place.slice(0, Math.max(slash, 0))
  const isHost =
    scheme < 0 ? /[\p{IDC}-][.][\p{IDC}-]/u.test(host) : /https?$/i.test(address.slice(0, scheme))
  if (!isHost || host === '' || /[?#]/.test(host)) return ''
  return place.slice(slash + 1).split(/[?#]/, 1)[0] ?? ''
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
