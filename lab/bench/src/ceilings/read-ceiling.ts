import type { TenantId } from '@goodword/domain/values/ids'
import type { DatabaseAddress } from '@goodword/server/engine/driver/database'
import { type CeilingServer, startCeilingServer } from './ceiling-server.ts'

/** Starts the server that the reads of the service are compared with. */
export function startReadServer(
  address: DatabaseAddress,
  tenantId: TenantId,
  select: 'account' | 'code',
): Promise<CeilingServer> {
  return startCeilingServer(new URL('./read-server.ts', import.meta.url), [
    JSON.stringify(address),
    tenantId,
    select,
  ])
}
