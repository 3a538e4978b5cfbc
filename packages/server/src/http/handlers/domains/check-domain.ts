import type { checkDomain } from '@goodword/contract/endpoints/check-domain'
import { checkDomainNow } from '../../../operations/administration/domains/check-domain-now.ts'
import type { Handler } from '../../server/handler.ts'

export const handleCheckDomain: Handler<typeof checkDomain> = (ctx, { tenant, params }) =>
  checkDomainNow(ctx, tenant.tenantId, params.domain)
