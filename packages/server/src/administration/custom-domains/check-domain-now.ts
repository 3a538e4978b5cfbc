import type { CustomDomain } from '@goodword/contract/domains/custom-domain'
import type { TenantId } from '@goodword/domain/values/ids'
import { overloaded } from '../../engine/foundation/load-shedding-error.ts'
import type { Context } from '../../frame/context.ts'
import { claimsOfTenant } from '../../frame/rows/domain-claims.ts'
import { checkTenantDomain, claimOfHost } from './check-tenant-domain.ts'
import { domainAnswer } from './domain-answer.ts'

/** Name servers are not asked again within this time. */
const KEPT_MS = 5000
/** A name server of the tenant's choice can take seconds; each process asks for this many at once. */
const MAX_AT_ONCE = 32
const MAX_OF_TENANT = 4
const LIMIT_MS = 10_000

/**
 * Checks a domain on request.
 *
 * @throws Refusal DOMAIN_NOT_FOUND, and Overloaded while the tenant has several checks under way
 */
export async function checkDomainNow(ctx: Context, tenantId: TenantId, host: string): Promise<CustomDomain> {
  const claims = await ctx.readTenant(tenantId, claimsOfTenant)
  const { checked_at: checkedAt } = claimOfHost(claims, host)
  if (checkedAt !== null && Math.abs(ctx.clock.now() - checkedAt) < KEPT_MS) {
    return domainAnswer(ctx, claims, host)
  }
  const running = ctx.singleton(noChecks)
  if (running.length >= MAX_AT_ONCE || running.filter((it) => it === tenantId).length >= MAX_OF_TENANT) {
    throw overloaded
  }
  running.push(tenantId)
  try {
    return await checkTenantDomain(ctx, tenantId, host, AbortSignal.timeout(LIMIT_MS))
  } finally {
    running.splice(running.indexOf(tenantId), 1)
  }
}

/** The tenants of the checks under way, one entry for each. */
function noChecks(_ctx: Context): TenantId[] {
  return []
}
