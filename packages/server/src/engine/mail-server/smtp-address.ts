import { isIP } from 'node:net'
import type { Parser } from '../foundation/setting.ts'

/** How the mail server is reached. */
export type SmtpSettings = {
  readonly host: string
  readonly port: number
  /** `implicit` from the first byte, `required` by STARTTLS, or `off`. */
  readonly tls: 'implicit' | 'required' | 'off'
  /** Null for no login. */
  readonly login: { readonly user: string; readonly password: string } | null
}

const EXAMPLE = 'smtp://user:password@host:587'

/** An address for the mail server. It may hold a password, so it is not repeated. */
export const smtpAddress: Parser<string> = (text) =>
  parseSmtpAddress(text) === null
    ? {
        problem: `is not an address such as ${EXAMPLE} or smtps://user:password@host, with no parameter but tls=off`,
      }
    : { value: text }

/**
 * Reads `smtp://user:password@host:587` or `smtps://…`; null for anything else. The connection is encrypted, except
 * to this machine or with `?tls=off`.
 */
export function parseSmtpAddress(text: string): SmtpSettings | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) return null
  const { hostname, port, username, password, pathname, hash, searchParams } = url
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (host === '' || hash !== '' || (pathname !== '' && pathname !== '/')) return null
  const parameters = [...searchParams]
  const isOff = parameters.length === 1 && searchParams.get('tls') === 'off'
  const isImplicit = url.protocol === 'smtps:'
  if (parameters.length > (isOff && !isImplicit ? 1 : 0)) return null
  const user = decoded(username)
  const secret = decoded(password)
  if (user === null || secret === null) return null
  // A relay on this machine often has a certificate that no client trusts.
  const isPlain = isOff || isThisMachine(host)
  return {
    host,
    port: port === '' ? (isImplicit ? 465 : 587) : Number(port),
    tls: isImplicit ? 'implicit' : isPlain ? 'off' : 'required',
    login: user === '' ? null : { user, password: secret },
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
