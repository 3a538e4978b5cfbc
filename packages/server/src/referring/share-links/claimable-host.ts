import type { HostName } from '@goodword/domain/hosts/host-name'
import { parse } from 'tldts'
import type { Context } from '../../frame/context.ts'

/** Names that are not, or not everywhere, of the public DNS: RFC 6761, 6762, 7686 and 8375, and those kept for networks. */
const RESERVED_ENDINGS = [
  ...['alt', 'arpa', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'],
  ...['corp', 'home', 'intranet', 'lan', 'localdomain', 'mail', 'private'],
]

/** The name of the record that proves a host is put in front of it. */
const MAX_LENGTH = 253 - '_goodword.'.length

/** Why no tenant can claim a host, as a sentence that says what to do; null for one that can be claimed. */
export function claimFault(ctx: Context, host: HostName): string | null {
  if (isOwnHost(ctx, host)) {
    return `"${host}" is a host of the service itself, which serves everything else. Choose another one.`
  }
  if (host.length > MAX_LENGTH) return `A domain can have ${MAX_LENGTH} characters. Choose a shorter one.`
  const ending = host.slice(host.lastIndexOf('.') + 1)
  if (RESERVED_ENDINGS.includes(ending)) {
    return `Names that end in ".${ending}" are reserved, and have no owner in the public DNS. Choose a name of a domain that you registered.`
  }
  if (parse(host, { allowPrivateDomains: true }).domain === null) {
    return `Anyone can register names below "${host}", so it cannot be claimed. Choose a name of a domain that you registered.`
  }
  return null
}

/** Whether a host is one of the operator's: that of BASE_URL, or one of HOSTS. Custom domains never get its requests. */
export function isOwnHost({ baseUrl, hosts }: Pick<Context, 'baseUrl' | 'hosts'>, host: string): boolean {
  const isNamed = hosts.some((it) => (it.startsWith('*.') ? host.endsWith(it.slice(1)) : it === host))
  return isNamed || host === new URL(baseUrl).hostname
}
