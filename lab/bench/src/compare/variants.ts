import { newFriends } from '../dataset/new-friends.ts'
import type { Dataset, LoadedTenant, TenantKind } from '../dataset/tenants.ts'
import { attributing, converting } from '../scenarios/writes.ts'

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
export const attributions: Calls = async (dataset, tenant, count, hasEvidence) =>
  Array.from({ length: count }, () => attributing(dataset, tenant, hasEvidence ? evidence() : {}))

/** First payments of friends in progress. */
export const conversions: Calls = async (dataset, tenant, count, hasEvidence) => {
  const friends = await newFriends(dataset, tenant, count)
  return friends.map((id) => converting(tenant, id, hasEvidence ? evidence() : {}))
}

/** The last number of an account's evidence. */
let told = 0

/** Two accounts share a network, and each has a device and a card of its own. */
function evidence(): { readonly evidence: Readonly<Record<string, string>> } {
  told += 1
  const network = Math.floor(told / 2)
  return {
    evidence: {
      ipAddress: `84.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      deviceId: `device-${told}`,
      cardFingerprint: `card-${told}`,
    },
  }
}
