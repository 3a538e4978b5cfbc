import type { CustomDomain } from '@goodword/contract/custom-domain'
import { Refusal } from '@goodword/contract/refusal'
import { type HostName, parseHostName } from '@goodword/domain/host-name'
import type { TenantId } from '@goodword/domain/ids'
import { writeAuditEntry } from '../../store/directory/audit-entries.ts'
import {
  type CustomDomainRow,
  countCustomDomains,
  domainsOfTenant,
  insertCustomDomain,
} from '../../store/directory/custom-domains.ts'
import { lockProgram } from '../../store/directory/programs.ts'
import type { Context } from '../context.ts'
import { auditEntry } from '../tenants/audit.ts'
import { domainAnswers } from './domain-answer.ts'

/** Every process holds all of them in memory. */
const MOST_OF_ALL_TENANTS = 10_000

export type AddedDomain = {
  readonly host: string
  /** How many domains the tenant may have; any number without. */
  readonly most?: number
}

/**
 * Makes a host's paths the share links of a tenant, within 5 seconds. A repeat changes nothing.
 *
 * Throws a Refusal VALIDATION_FAILED, DOMAIN_TAKEN or TOO_MANY_DOMAINS.
 */
export async function addTenantDomain(
  ctx: Context,
  tenantId: TenantId,
  { host: text, most = MOST_OF_ALL_TENANTS }: AddedDomain,
): Promise<CustomDomain> {
  const host = hostOf(text, ctx.baseUrl)
  const all = await countCustomDomains(ctx.db)
  return ctx.writeTenant(tenantId, async (tx) => {
    // Two requests at a time are carried out one after the other.
    await lockProgram(tx)
    const own = await domainsOfTenant(tx)
    if (!own.some((it) => it.host === host)) {
      refuseTooMany(own, most, all)
      own.push((await insertCustomDomain(tx, host, ctx.clock.now())) ?? refuseTaken(host))
      writeAuditEntry(tx, auditEntry(ctx, 'domain.add', { host }))
    }
    const added = domainAnswers(ctx, own).find((it) => it.domain === host)
    if (added === undefined) throw new Error('domain not found after insert')
    return added
  })
}

function hostOf(text: string, baseUrl: string): HostName {
  const host = parseHostName(text)
  if (host === null) {
    const message = `domain must be a host name in lower case, such as go.example.com, with other letters as "xn--…".`
    throw new Refusal('VALIDATION_FAILED', message, 'domain')
  }
  if (host === new URL(baseUrl).hostname) {
    const message = `"${host}" is the service's own host, which serves everything else. Choose another one.`
    throw new Refusal('VALIDATION_FAILED', message, 'domain')
  }
  return host
}

function refuseTooMany(own: readonly CustomDomainRow[], most: number, all: number): void {
  if (own.length >= most) {
    const message = `The program has ${own.length} custom domains. Remove one that is not needed any more.`
    throw new Refusal('TOO_MANY_DOMAINS', message)
  }
  if (all < MOST_OF_ALL_TENANTS) return
  const message = `The maximum of ${MOST_OF_ALL_TENANTS} custom domains of all programs is reached. Ask the operator of the service.`
  throw new Refusal('TOO_MANY_DOMAINS', message)
}

/** Whose it is stays between the operator and the other tenant. */
function refuseTaken(host: HostName): never {
  const message = `"${host}" belongs to another program or mode. Choose another domain, or remove it there first.`
  throw new Refusal('DOMAIN_TAKEN', message, 'domain')
}
