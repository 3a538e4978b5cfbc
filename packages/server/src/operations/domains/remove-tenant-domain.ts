import type { CustomDomain } from '@goodword/contract/custom-domain'
import { Refusal } from '@goodword/contract/refusal'
import type { TenantId } from '@goodword/domain/ids'
import { writeAuditEntry } from '../../store/directory/audit-entries.ts'
import { deleteCustomDomain, domainsOfTenant } from '../../store/directory/custom-domains.ts'
import { lockProgram } from '../../store/directory/programs.ts'
import type { Context } from '../context.ts'
import { auditEntry } from '../tenants/audit.ts'
import { domainAnswers } from './domain-answer.ts'

/**
 * Takes a host away from a tenant, within 5 seconds: links that were shared with it lead nowhere from then on.
 *
 * Throws a Refusal DOMAIN_NOT_FOUND.
 */
export async function removeTenantDomain(
  ctx: Context,
  tenantId: TenantId,
  host: string,
): Promise<CustomDomain> {
  return ctx.writeTenant(tenantId, async (tx) => {
    await lockProgram(tx)
    const own = await domainsOfTenant(tx)
    const row = own.find((it) => it.host === host)
    const removed = domainAnswers(ctx, own).find((it) => it.domain === host)
    if (row === undefined || removed === undefined) {
      const message = 'The program does not have this domain. Use a domain from GET domains.'
      throw new Refusal('DOMAIN_NOT_FOUND', message, 'domain')
    }
    deleteCustomDomain(tx, row.host)
    writeAuditEntry(tx, auditEntry(ctx, 'domain.remove', { host }))
    return removed
  })
}
