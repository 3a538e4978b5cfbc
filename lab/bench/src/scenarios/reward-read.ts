import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import type { Scenario } from './scenario.ts'
import { turnOf } from './turn-of.ts'

/** Retrieve an account’s discounts and credits: referrers, who have the longer ledgers, and friends in turn. */
export const rewardRead: Scenario = {
  name: 'reward-read',
  aimPerSecond: 10_000,
  async prepare({ tenants }, count) {
    return Array.from({ length: count }, (_, index) => {
      const { id, apiKey, referrers, friends } = turnOf(tenants, index)
      const round = Math.floor(index / tenants.length)
      const { accountId } = turnOf(round % 2 === 0 ? referrers : friends, round)
      return wireRequest('GET', `/api/v1/${id}/account/${accountId}/reward`, { apiKey })
    })
  },
  ceiling: {
    kind: 'read',
    select: 'account',
    keys({ tenants }, count) {
      const { referrers, friends } = turnOf(tenants, 0)
      return Array.from(
        { length: count },
        (_, index) => turnOf(index % 2 === 0 ? referrers : friends, index).accountId,
      )
    },
  },
}
