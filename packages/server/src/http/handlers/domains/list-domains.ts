import type { listDomains } from '@goodword/contract/endpoints/list-domains'
import { readTenantDomains } from '../../../operations/administration/domains/read-tenant-domains.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListDomains: Handler<typeof listDomains> = async (ctx, { tenant }) => ({
  domains: await readTenantDomains(ctx, tenant.tenantId),
})
