import type { CustomDomain } from '@goodword/contract/domains/custom-domain'
import type { TenantId } from '@goodword/domain/values/ids'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { deleteCustomDomain } from '../../frame/rows/custom-domains.ts'
import { claimsOfTenant, deleteDomainClaim } from '../../frame/rows/domain-claims.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import { claimOfHost } from './check-tenant-domain.ts'
import { domainAnswer } from './domain-answer.ts'

/**
 * Gives up a tenant's claim to a host. Links that were shared with it lead nowhere within 5 seconds.
 *
 * @throws Refusal DOMAIN_NOT_FOUND
 */
export async function removeTenantDomain(
  ctx: Context,
  tenantId: TenantId,
  text: string,
): Promise<CustomDomain> {
  return ctx.writeTenant(tenantId, async (tx) => {
    await lockProgram(tx)
    const present = await claimsOfTenant(tx)
    const { host } = claimOfHost(present, text)
    deleteCustomDomain(tx, host)
    deleteDomainClaim(tx, host)
    writeAuditEntry(tx, auditEntry(ctx, 'domain.remove', { host }))
    return domainAnswer(ctx, present, host)
  })
}
