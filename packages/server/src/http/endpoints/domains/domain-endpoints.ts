import { MAX_DOMAINS } from '@goodword/contract/custom-domain'
import { endpoints } from '@goodword/contract/endpoints/all'
import { addTenantDomain } from '../../../operations/administration/custom-domains/add-tenant-domain.ts'
import { checkDomainNow } from '../../../operations/administration/custom-domains/check-domain-now.ts'
import { readTenantDomains } from '../../../operations/administration/custom-domains/read-tenant-domains.ts'
import { removeTenantDomain } from '../../../operations/administration/custom-domains/remove-tenant-domain.ts'
import type { ServeEndpoint } from '../../server/handler.ts'

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
