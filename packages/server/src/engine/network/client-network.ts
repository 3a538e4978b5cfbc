import { isIPv4, isIPv6 } from 'node:net'

/**
 * The rate-limit key of an address: itself, or its /64 for IPv6, because one household has that
 * many addresses. An IPv4 address is the same however it is written; a port behind it, as some proxies add, is left out.
 */
export function clientNetwork(address: string): string {
  const colon = address.indexOf(':')
  if (colon === -1) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const beforeColon = address.slice(0, colon)
  if (isIPv4(beforeColon)) return beforeColon
  return `${firstGroups(bareIpv6(address), 4)}::/64`
}

/**
 * The network of an address for the log: its /24 for IPv4 and its /48 for IPv6, which do not identify
 * a person. Null for an invalid address.
 */
export function loggedNetwork(address: string): string | null {
  const counted = clientNetwork(address)
  if (isIPv4(counted)) return `${counted.slice(0, counted.lastIndexOf('.'))}.0/24`
  const bare = bareIpv6(address)
  return isIPv6(bare) ? `${firstGroups(bare, 3)}::/48` : null
}

/** The address without brackets, port and zone. */
function bareIpv6(address: string): string {
  const [withoutZone = ''] = address.replace(/^\[/, '').split(/[\]%]/, 1)
  return withoutZone.toLowerCase()
}

/** The first groups of the eight of an IPv6 address, without leading zeros. */
function firstGroups(address: string, count: number): string {
  const [front = '', back] = address.split('::')
  const before = groupsOf(front)
  const after = groupsOf(back ?? '')
  const zeros = Array<string>(back === undefined ? 0 : Math.max(0, 8 - before.length - after.length)).fill(
    '0',
  )
  return [...before, ...zeros, ...after]
    .slice(0, count)
    .map((group) => group.replace(/^0+(.)/, '$1'))
    .join(':')
}

function groupsOf(text: string): readonly string[] {
  if (text === '') return []
  // An address may end in the form of IPv4, which takes the place of two groups.
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
}
