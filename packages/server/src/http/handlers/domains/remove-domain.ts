import type { removeDomain } from '@goodword/contract/endpoints/remove-domain'
import { removeTenantDomain } from '../../../operations/domains/remove-tenant-domain.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../requests/authenticate.ts'

export const handleRemoveDomain: Handler<typeof removeDomain> = (ctx, { tenant, principal, params }) =>
  removeTenantDomain(ctx, tenant.tenantId, params.domain, actorOf(principal))
