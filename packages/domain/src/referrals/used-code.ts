import type { ReferralCode } from './referral-code.ts'
import { codesInLinks, readTypedCode } from './typed-code.ts'

/** A code as someone typed or sent it: a code of ours, one of an earlier product, or neither. */
export type UsedCode = {
  /** The code of ours that is written like this; null where there is none. */
  readonly code: ReferralCode | null
  /** Its spellings as a code of an earlier product, the most exact first; empty where it cannot be one. */
  readonly spellings: readonly string[]
}

/** A code of an earlier product, and the code that its owner shares now. */
export type FormerSpelling = { readonly isExact: boolean; readonly code: ReferralCode }

/** No code of an earlier product has more characters. */
export const MAX_FORMER_CODE = 128
/** Addresses in a text, beside the text itself, that a code of an earlier product is looked for in. */
const MAX_LINKS = 2

/** Reads a code that a person typed or pasted, as `readTypedCode` does, with its spellings of an earlier product. */
export function readUsedCode(text: string): UsedCode {
  const texts = [text.trim(), ...codesInLinks(text).slice(0, MAX_LINKS)].filter(mayBeFormerCode)
  const spellings = new Set(texts.flatMap((it) => [it, withoutEnds(it)]).filter(mayBeFormerCode))
  return { code: readTypedCode(text), spellings: [...spellings] }
}

/** Whether a text is written as our codes are: then it is a code of an earlier product only if it is unknown here. */
export function isCanonical({ code, spellings }: UsedCode): boolean {
  return code !== null && spellings[0] === code
}

/** The texts that codes of an earlier product are looked up by, those in upper case for links and codes in another case. */
export function formerSpellings(spellings: readonly string[]): readonly string[] {
  return [...new Set([...spellings, ...spellings.map((it) => it.toUpperCase())])]
}

/**
 * The code that is meant: our code if it is written like it; else the present code of the person whose former code is
 * written exactly like this; else our code in another case; else that of the owner of a former code in another case. Null
 * where it is none of these.
 */
export function meantCode(
  used: UsedCode,
  former: ReadonlyMap<string, FormerSpelling>,
  isOurs: (code: ReferralCode) => boolean,
): ReferralCode | null {
  const { code, spellings } = used
  const own = code !== null && isOurs(code) ? code : null
  if (own !== null && isCanonical(used)) return own
  const exact = spellings.map((it) => former.get(it)).find((it) => it?.isExact === true)
  const folded = spellings.map((it) => former.get(it.toUpperCase())).find((it) => it !== undefined)
  return exact?.code ?? own ?? folded?.code ?? null
}

/** Whether a text can be a code of an earlier product. */
export function mayBeFormerCode(text: string): boolean {
  // A code point has at most two units.
  if (text.length > 2 * MAX_FORMER_CODE || text.trim() === '') return false
  return text.isWellFormed() && !/\p{Cc}/u.test(text) && [...text].length <= MAX_FORMER_CODE
}

/** Drops invisible characters, and blanks and punctuation around a text, as `readCode` does around a code. */
function withoutEnds(text: string): string {
  return /[\p{IDC}-](?:.*[\p{IDC}-])?/su.exec(text.replace(/\p{DI}/gu, ''))?.[0] ?? ''
}

/** A code as the command that attributes has it. */
export function codeInCommand(used: UsedCode): {
  readonly code: ReferralCode | null
  readonly spellings?: readonly string[]
} {
  const { code, spellings } = used
  return isCanonical(used) || spellings.length === 0 ? { code } : { code, spellings }
}
