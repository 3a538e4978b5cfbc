import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import type { Scenario } from './scenario.ts'
import { turnOf } from './turn-of.ts'

/** A page reload by a known user, without new data. */
export const identifyRepeat: Scenario = {
  name: 'identify-repeat',
  aimPerSecond: 15_000,
  async prepare({ tenants }, count) {
    return Array.from({ length: count }, (_, index) => {
      const { id, friends } = turnOf(tenants, index)
      const user = turnOf(friends, Math.floor(index / tenants.length))
      return wireRequest('POST', `/api/v1/${id}/open/identify`, {
        body: {
          account_id: user.accountId,
          user_id: user.userId,
          email: user.email,
          first_name: user.firstName,
          last_name: user.lastName,
        },
      })
    })
  },
  ceiling: {
    kind: 'read',
    select: 'account',
    keys({ tenants }, count) {
      const { friends } = turnOf(tenants, 0)
      return Array.from({ length: count }, (_, index) => turnOf(friends, index).accountId)
    },
  },
}
