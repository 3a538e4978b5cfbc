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
      const person = turnOf(friends, Math.floor(index / tenants.length))
      return wireRequest('POST', `/api/v1/${id}/open/identify`, {
        body: {
          account_id: person.accountId,
          user_id: person.userId,
          email: person.email,
          first_name: person.firstName,
          last_name: person.lastName,
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
