import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Unicast addresses of IPv6; what lies outside of them embeds other addresses, or has no public meaning. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
/** Services of cloud providers for the machine itself, at addresses that look public. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * Whether an IP address belongs to the public internet: not private, loopback, link-local, shared, reserved, or an IPv6
 * address that embeds an IPv4 one. False for a text that is no address.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return family === 4 ? !METADATA.has(address) : parsed.match(GLOBAL_UNICAST)
}

/** Whether an IP address is this machine's own, also as IPv4 in IPv6. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}

/** Whether the host of an address is this machine itself: `localhost`, a name below it, or a loopback address. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return isLoopbackAddress(name.replace(/^\[(.*)\]$/, '$1'))
}

/** Whether two texts are the same address, however they are written. */
export function isSameAddress(one: string, other: string): boolean {
  if (isIP(one) === 0 || isIP(other) === 0) return false
  return ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString()
}
