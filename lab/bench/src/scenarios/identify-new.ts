import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import { identificationRows } from '../ceilings/identification-rows.ts'
import type { Scenario } from './scenario.ts'
import { turnOf } from './turn-of.ts'

/** The first browser call for a user: creates the account and the user with a code. */
export const identifyNew: Scenario = {
  name: 'identify-new',
  aimPerSecond: null,
  async prepare(dataset, count) {
    return Array.from({ length: count }, (_, index) => {
      const { id } = turnOf(dataset.tenants, index)
      const name = `i${dataset.nextNumber()}`
      return wireRequest('POST', `/api/v1/${id}/open/identify`, {
        body: {
          account_id: name,
          user_id: `${name}_user`,
          email: `${name}@example.com`,
          first_name: 'Ada',
          last_name: 'Brandt',
        },
      })
    })
  },
  ceiling: { kind: 'write', prepare: identificationRows },
}
