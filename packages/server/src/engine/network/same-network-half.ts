import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Returns whether two addresses of one family have the first half in common: 16 bits of IPv4, 64 of IPv6. */
export function isSameNetworkHalf(one: string, other: string): boolean {
  const family = isIP(one)
  if (family === 0 || family !== isIP(other)) return false
  return ipaddr.parse(one).match(ipaddr.parse(other), family === 4 ? 16 : 64)
}
