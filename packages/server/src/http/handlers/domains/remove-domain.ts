import type { removeDomain } from '@goodword/contract/endpoints/remove-domain'
import { removeTenantDomain } from '../../../operations/administration/domains/remove-tenant-domain.ts'
import type { Handler } from '../../server/handler.ts'

export const handleRemoveDomain: Handler<typeof removeDomain> = (ctx, { tenant, params }) =>
  removeTenantDomain(ctx, tenant.tenantId, params.domain)
