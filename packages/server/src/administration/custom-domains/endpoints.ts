import { endpoints } from '@goodword/contract/all-endpoints'
import { MAX_DOMAINS } from '@goodword/contract/domains/custom-domain'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { addTenantDomain } from './add-tenant-domain.ts'
import { checkDomainNow } from './check-domain-now.ts'
import { readTenantDomains } from './read-tenant-domains.ts'
import { removeTenantDomain } from './remove-tenant-domain.ts'

/** Custom domains. */
export function domainEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.listDomains, async (ctx, { tenant }) => ({
    domains: await readTenantDomains(ctx, tenant.tenantId),
  }))
  serve(endpoints.addDomain, (ctx, { tenant, body }) =>
    addTenantDomain(ctx, tenant.tenantId, {
      host: body.domain,
      most: MAX_DOMAINS,
    }),
  )
  serve(endpoints.checkDomain, (ctx, { tenant, params }) =>
    checkDomainNow(ctx, tenant.tenantId, params.domain),
  )
  serve(endpoints.removeDomain, (ctx, { tenant, params }) =>
    removeTenantDomain(ctx, tenant.tenantId, params.domain),
  )
}
