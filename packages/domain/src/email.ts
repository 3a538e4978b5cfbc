import { isShortText } from './short-text.ts'

const GOOGLE_DOMAINS = new Set(['gmail.com', 'googlemail.com'])

/**
 * Whether a text can be an e-mail address: up to 256 code points, well-formed Unicode, no control characters, exactly
 * one `@`, and something that is not white space on both sides. Whether mail arrives there, only mail can tell.
 */
export function isEmail(text: string): boolean {
  if (!isShortText(text)) return false
  const [local, domain, ...more] = text.split('@')
  return more.length === 0 && hasInk(local) && hasInk(domain)
}

/**
 * What two spellings of one mailbox have in common, for finding people who refer themselves: lower case, blanks
 * around it dropped, `+tag` dropped, and for Google's two domains the dots of the local part dropped and the domain
 * written `gmail.com`. Never an address to send to. Expects a text that `isEmail` accepts.
 */
export function emailKey(text: string): string {
  const address = text.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  if (at === -1) return address
  const local = withoutTag(address.slice(0, at))
  const domain = address.slice(at + 1)
  return GOOGLE_DOMAINS.has(domain) ? `${withoutDots(local)}@gmail.com` : `${local}@${domain}`
}

/** Whether a text can be a first or last name: 1 to 256 code points, well-formed Unicode, no control characters. */
export function isPersonName(text: string): boolean {
  return isShortText(text)
}

function hasInk(part: string | undefined): boolean {
  return part !== undefined && part.trim() !== ''
}

function withoutTag(local: string): string {
  const [untagged = ''] = local.split('+', 1)
  return orWhole(untagged, local)
}

function withoutDots(local: string): string {
  return orWhole(local.replaceAll('.', ''), local)
}

// An empty local part would make one person of everybody whose address is nothing but a tag or dots.
function orWhole(part: string, whole: string): string {
  return part.trim() || whole
}
