import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import { newFriends } from '../dataset/new-friends.ts'
import type { Dataset, LoadedTenant, TenantKind } from '../dataset/tenants.ts'
import { turnOf } from '../scenarios/turn-of.ts'

/** A program and what its calls tell, beside others that are the same in all else. */
export type Variant = { readonly name: string; readonly kind: TenantKind; readonly hasEvidence: boolean }

/** The first is what the others are compared with. */
export const variants: readonly [Variant, ...Variant[]] = [
  { name: 'no evidence, rules off', kind: { areHistoryRulesOff: true }, hasEvidence: false },
  { name: 'no evidence', kind: {}, hasEvidence: false },
  { name: 'evidence', kind: {}, hasEvidence: true },
  {
    name: 'milestones, no evidence, rules off',
    kind: { areHistoryRulesOff: true, hasMilestones: true },
    hasEvidence: false,
  },
]

/** Makes ready so many calls of a kind for a tenant. */
export type Calls = (
  dataset: Dataset,
  tenant: LoadedTenant,
  count: number,
  hasEvidence: boolean,
) => Promise<readonly string[]>

/** New accounts that start their trial with the code of another user. */
export const attributions: Calls = async ({ nextNumber }, tenant, count, hasEvidence) =>
  Array.from({ length: count }, () => {
    const number = nextNumber()
    return accountSync(tenant, {
      id: `n${number}`,
      subscription: { status: 'TRIAL', billingIntervalValue: 1, billingIntervalType: 'MONTH', value: 49.9 },
      referral: { code: turnOf(tenant.referrers, number).code },
      ...(hasEvidence ? { evidence: evidenceOf(number) } : {}),
    })
  })

/** First payments of friends in progress. */
export const conversions: Calls = async (dataset, tenant, count, hasEvidence) => {
  const friends = await newFriends(dataset, tenant, count)
  return friends.map((id) =>
    accountSync(tenant, {
      id,
      subscription: { status: 'PAID' },
      ...(hasEvidence ? { evidence: evidenceOf(dataset.nextNumber()) } : {}),
    }),
  )
}

/** Two accounts share a network, and each has a device and a card of its own. */
function evidenceOf(number: number): Readonly<Record<string, string>> {
  const network = Math.floor(number / 2)
  return {
    ipAddress: `84.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    deviceId: `device-${number}`,
    cardFingerprint: `card-${number}`,
  }
}

function accountSync({ id, apiKey }: LoadedTenant, body: Readonly<Record<string, unknown>>): string {
  return wireRequest('POST', `/api/v1/${id}/accountsync`, { apiKey, body })
}
