import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import { attributionRows } from '../ceilings/attribution-rows.ts'
import type { Scenario } from './scenario.ts'
import { turnOf } from './turn-of.ts'

/** A new account that starts its trial with the code of another user. */
export const attribution: Scenario = {
  name: 'attribution',
  aimPerSecond: 5_000,
  async prepare(dataset, count) {
    return Array.from({ length: count }, (_, index) => {
      const tenant = turnOf(dataset.tenants, index)
      const referrer = turnOf(tenant.referrers, dataset.nextNumber())
      return wireRequest('POST', `/api/v1/${tenant.id}/accountsync`, {
        apiKey: tenant.apiKey,
        body: {
          id: `n${dataset.nextNumber()}`,
          subscription: {
            status: 'TRIAL',
            billingIntervalValue: 1,
            billingIntervalType: 'MONTH',
            value: 49.9,
          },
          referral: { code: referrer.code },
        },
      })
    })
  },
  ceiling: { kind: 'write', prepare: attributionRows },
}
