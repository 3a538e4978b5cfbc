import { MOST_DOMAINS } from '@goodword/contract/custom-domain'
import type { addDomain } from '@goodword/contract/endpoints/add-domain'
import { addTenantDomain } from '../../../operations/administration/domains/add-tenant-domain.ts'
import type { Handler } from '../../server/handler.ts'

export const handleAddDomain: Handler<typeof addDomain> = (ctx, { tenant, body }) =>
  addTenantDomain(ctx, tenant.tenantId, {
    host: body.domain,
    most: MOST_DOMAINS,
  })
