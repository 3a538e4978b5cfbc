import type { CustomDomain } from '@goodword/contract/domains/custom-domain'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { claimsOfTenant } from '../../frame/rows/domain-claims.ts'
import { domainAnswers } from './domain-answer.ts'

/** The domains of a tenant, in the order in which they were added. */
export async function readTenantDomains(ctx: Context, tenantId: TenantId): Promise<CustomDomain[]> {
  return domainAnswers(ctx, await ctx.readTenant(tenantId, claimsOfTenant))
}
