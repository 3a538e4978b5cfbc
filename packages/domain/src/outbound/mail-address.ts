import { toASCII } from 'tr46'
import { parseHostName } from '../hosts/host-name.ts'

/** More than any address has, in whatever form its domain is written. */
const MAX_TEXT = 600
const LOCAL = /^[^\s"(),:;<>@[\]\\]{1,64}$/

/**
 * An address as the mail server gets it, its domain in ASCII; null for a text that no mailbox on the internet has. Users
 * may be stored with other texts: quoted local parts, comments and address literals are never sent to, because programs
 * disagree about where such mail goes.
 */
export function deliverableAddress(text: string): string | null {
  if (text.length > MAX_TEXT) return null
  const [local = '', domain = '', ...more] = text.trim().split('@')
  if (more.length > 0 || !LOCAL.test(local) || hasInvisible(local)) return null
  const ascii = toASCII(domain)?.toLowerCase() ?? ''
  const address = `${local}@${ascii}`
  return parseHostName(ascii) !== null && address.length <= 254 ? address : null
}

function hasInvisible(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u.test(text)
}
