import type { CustomDomain } from '@goodword/contract/custom-domain'
import type { TenantId } from '@goodword/domain/values/ids'
import { claimsOfTenant } from '../../../store/directory/domain-claims.ts'
import type { Context } from '../../foundation/context.ts'
import { domainAnswers } from './domain-answer.ts'

/** The domains of a tenant, in the order in which they were added. */
export async function readTenantDomains(ctx: Context, tenantId: TenantId): Promise<CustomDomain[]> {
  return domainAnswers(ctx, await ctx.readTenant(tenantId, claimsOfTenant))
}
