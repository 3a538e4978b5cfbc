import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import { attributionRows } from '../ceilings/attribution-rows.ts'
import { conversionRows } from '../ceilings/conversion-rows.ts'
import { identificationRows } from '../ceilings/identification-rows.ts'
import { newFriends } from '../dataset/new-friends.ts'
import type { Dataset, LoadedTenant } from '../dataset/tenants.ts'
import type { Scenario } from './scenario.ts'
import { inTurn, turnOf } from './turn-of.ts'

/** A new account that starts its trial with the code of another user. */
export const attribution: Scenario = {
  name: 'attribution',
  aimPerSecond: 5_000,
  prepare: async (dataset, count) => inTurn(dataset.tenants, count, (tenant) => attributing(dataset, tenant)),
  ceiling: { kind: 'write', prepare: attributionRows },
}

/** The first payment of an attributed account with an identified user. */
export const conversion: Scenario = {
  name: 'conversion',
  aimPerSecond: 5_000,
  async prepare(dataset, count) {
    const { tenants } = dataset
    const perTenant = Math.ceil(count / tenants.length)
    const friends = new Map<string, readonly string[]>()
    for (const tenant of tenants) friends.set(tenant.id, await newFriends(dataset, tenant, perTenant))
    return inTurn(tenants, count, (tenant, round) =>
      converting(tenant, turnOf(friends.get(tenant.id) ?? [], round)),
    )
  },
  ceiling: { kind: 'write', prepare: conversionRows },
}

/** The first browser call for a user: creates the account and the user with a code. */
export const identifyNew: Scenario = {
  name: 'identify-new',
  aimPerSecond: null,
  prepare: async (dataset, count) =>
    inTurn(dataset.tenants, count, ({ id }) => {
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
    }),
  ceiling: { kind: 'write', prepare: identificationRows },
}

/** The request that attributes a new account; `more` are fields of its body. */
export function attributing({ nextNumber }: Dataset, tenant: LoadedTenant, more: object = {}): string {
  const { code } = turnOf(tenant.referrers, nextNumber())
  return accountSync(tenant, {
    id: `n${nextNumber()}`,
    subscription: { status: 'TRIAL', billingIntervalValue: 1, billingIntervalType: 'MONTH', value: 49.9 },
    referral: { code },
    ...more,
  })
}

/** The request that converts a friend in progress. */
export function converting(tenant: LoadedTenant, id: string, more: object = {}): string {
  return accountSync(tenant, { id, subscription: { status: 'PAID' }, ...more })
}

function accountSync({ id, apiKey }: LoadedTenant, body: object): string {
  return wireRequest('POST', `/api/v1/${id}/accountsync`, { apiKey, body })
}
