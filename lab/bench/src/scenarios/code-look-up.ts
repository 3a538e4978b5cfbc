import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import type { Scenario } from './scenario.ts'
import { turnOf } from './turn-of.ts'

/** Looks up the offers of codes of many users. */
export const codeLookUp: Scenario = {
  name: 'code-look-up',
  aimPerSecond: 15_000,
  async prepare({ tenants }, count) {
    return Array.from({ length: count }, (_, index) => {
      const { id, apiKey, referrers, friends } = turnOf(tenants, index)
      const round = Math.floor(index / tenants.length)
      const { code } = turnOf(round % 2 === 0 ? referrers : friends, round)
      return wireRequest('GET', `/api/v1/${id}/code/${code}`, { apiKey })
    })
  },
  ceiling: {
    kind: 'read',
    select: 'code',
    keys({ tenants }, count) {
      const { referrers, friends } = turnOf(tenants, 0)
      return Array.from(
        { length: count },
        (_, index) => turnOf(index % 2 === 0 ? referrers : friends, index).code,
      )
    },
  },
}
