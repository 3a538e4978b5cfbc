import { toASCII } from 'tr46'

/**
 * Normalizes the spellings of a mailbox to one key, to find people who refer themselves: compatibility characters in their
 * plain form (NFKC), ignorable ones and blanks dropped, lower case, `+tag` dropped, the domain in its ASCII form without a
 * dot at its end; one name for the domains of a provider that lead to one mailbox; and for Google's the dots of the local
 * part dropped. Never an address to send to. Expects a text that `isEmail` accepts.
 */
export function emailKey(text: string): string {
  const at = text.lastIndexOf('@')
  if (at === -1) return shortened(folded(text), MAX_LOCAL)
  const local = shortened(withoutTag(orWhole(folded(text.slice(0, at)), text.slice(0, at))), MAX_LOCAL)
  const named = shortened(domainKey(text.slice(at + 1)), MAX_DOMAIN)
  const domain = sameMailbox.get(named) ?? named
  return `${domain === 'gmail.com' ? withoutDots(local) : local}@${domain}`
}

/**
 * The domains of a provider at which one name is one person's mailbox, with the one that is written. Dots and hyphens that
 * others ignore when an address is chosen are not dropped: two people may have had such addresses before.
 */
const sameMailbox: ReadonlyMap<string, string> = new Map([
  ['googlemail.com', 'gmail.com'],
  ['me.com', 'icloud.com'],
  ['mac.com', 'icloud.com'],
  ['protonmail.com', 'proton.me'],
  ['protonmail.ch', 'proton.me'],
  ['pm.me', 'proton.me'],
])

// A character becomes up to 18 by NFKC, and an index has no room for a text of any length.
const MAX_LOCAL = 256
const MAX_DOMAIN = 253

// The defaults of browsers, which take what the domain name system takes.
const ASCII_OPTIONS = {
  checkBidi: false,
  checkHyphens: false,
  checkJoiners: false,
  ignoreInvalidPunycode: true,
  transitionalProcessing: false,
  useSTD3ASCIIRules: false,
  verifyDNSLength: false,
}

// Most addresses are in ASCII, and the tables of Unicode take as long as the rest of a decision.
const VISIBLE_ASCII = /^[!-~]*$/

const ASCII_DOMAIN = /^[a-z0-9.-]+$/

function domainKey(domain: string): string {
  const lower = domain.toLowerCase()
  // It equals its ASCII form unless a label is encoded.
  if (ASCII_DOMAIN.test(lower) && !lower.includes('xn--')) return orWhole(withoutTrailingDots(lower), domain)
  const plain = compatible(domain).trim()
  const name = withoutTrailingDots(toASCII(plain, ASCII_OPTIONS) ?? folded(domain))
  return orWhole(name, domain)
}

/** One text for all that look alike but for case, width, ligatures, the order of accents and invisible characters. */
function folded(text: string): string {
  if (VISIBLE_ASCII.test(text)) return text.toLowerCase()
  // The last sigma of a word has another form.
  const lower = compatible(text).toLowerCase().replaceAll('ς', 'σ')
  return compatible(lower).trim()
}

function compatible(text: string): string {
  return withoutIgnorable(withoutIgnorable(text).normalize('NFKC')).normalize('NFKC')
}

/** Soft hyphens, zero-width characters, variation selectors and other invisible characters. */
function withoutIgnorable(text: string): string {
  return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
}

function withoutTag(local: string): string {
  const [untagged = ''] = local.split('+', 1)
  return orWhole(untagged.trim(), local)
}

function withoutDots(local: string): string {
  return orWhole(local.replaceAll('.', '').trim(), local)
}

function withoutTrailingDots(domain: string): string {
  let end = domain.length
  while (domain[end - 1] === '.') end -= 1
  return domain.slice(0, end).trim()
}

// An empty part would give all addresses that consist of a tag, dots or ignorable characters the same key.
function orWhole(part: string, whole: string): string {
  return part || whole
}

function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : [...text].slice(0, longest).join('').trim()
}
