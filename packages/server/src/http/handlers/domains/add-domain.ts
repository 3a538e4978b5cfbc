import { MOST_DOMAINS } from '@goodword/contract/custom-domain'
import type { addDomain } from '@goodword/contract/endpoints/add-domain'
import { addTenantDomain } from '../../../operations/domains/add-tenant-domain.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../requests/authenticate.ts'

export const handleAddDomain: Handler<typeof addDomain> = (ctx, { tenant, principal, body }) =>
  addTenantDomain(ctx, tenant.tenantId, {
    host: body.domain,
    most: MOST_DOMAINS,
    actor: actorOf(principal),
  })
