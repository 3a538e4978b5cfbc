import { isIP } from 'node:net'
import type { CustomDomain } from '@goodword/contract/custom-domain'
import type { CustomDomainRow } from '../../store/directory/custom-domains.ts'
import type { Context } from '../context.ts'

/** All domains of a tenant, those added first in front, with the DNS record that each needs. */
export function domainAnswers({ baseUrl }: Context, rows: readonly CustomDomainRow[]): CustomDomain[] {
  const target = targetOf(baseUrl)
  return rows.map(({ host, created_at }, index) => ({
    domain: host,
    isDefault: index === 0,
    dns: { ...target, name: host },
    dateCreated: created_at,
  }))
}

/** Where a domain must lead: to the host of the service's public address. */
function targetOf(baseUrl: string): Pick<CustomDomain['dns'], 'type' | 'value'> {
  // The host of a URL has an IPv6 address in brackets.
  const value = new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1')
  const version = isIP(value)
  if (version === 0) return { type: 'CNAME', value }
  return { type: version === 4 ? 'A' : 'AAAA', value }
}
