import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import { conversionRows } from '../ceilings/conversion-rows.ts'
import { newFriends } from '../dataset/new-friends.ts'
import type { Scenario } from './scenario.ts'
import { turnOf } from './turn-of.ts'

/** The first payment of an attributed account with an identified user. */
export const conversion: Scenario = {
  name: 'conversion',
  aimPerSecond: 5_000,
  async prepare(dataset, count) {
    const { tenants } = dataset
    const perTenant = Math.ceil(count / tenants.length)
    const friends = new Map<string, readonly string[]>()
    for (const tenant of tenants) friends.set(tenant.id, await newFriends(dataset, tenant, perTenant))
    return Array.from({ length: count }, (_, index) => {
      const { id, apiKey } = turnOf(tenants, index)
      const account = turnOf(friends.get(id) ?? [], Math.floor(index / tenants.length))
      return wireRequest('POST', `/api/v1/${id}/accountsync`, {
        apiKey,
        body: { id: account, subscription: { status: 'PAID' } },
      })
    })
  },
  ceiling: { kind: 'write', prepare: conversionRows },
}
