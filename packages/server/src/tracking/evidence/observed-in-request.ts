import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { FraudFacts } from '@goodword/domain/fraud/fraud-facts'
import type { EvidenceKey, Observed } from '@goodword/domain/fraud/fraud-history'
import type { Call } from '@goodword/domain/referrals/command'
import type { TenantId } from '@goodword/domain/values/ids'
import ipaddr from 'ipaddr.js'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { clientNetwork } from '../../engine/network/client-network.ts'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { NETWORK_DAYS, takeSalts } from '../rows/network-salts.ts'

const DAY_MS = 86_400_000

const SALT_BYTES = 32

/** A salt that ends is in use for so much longer at most. */
const REMEMBERED_MS = 600_000

const MAX_TENANTS = 10_000

/** The evidence that a request gives about its user. It is stored only as keyed hashes. */
export type GivenEvidence = {
  readonly ipAddress?: string
  readonly userAgent?: string
  readonly deviceId?: string
  readonly cardFingerprint?: string
}

/**
 * The evidence that fraud rules may read.
 *
 * @throws Refusal VALIDATION_FAILED if the address is none
 */
async function observedInRequest(
  ctx: Context,
  tenantId: TenantId,
  { ipAddress, userAgent, deviceId, cardFingerprint }: GivenEvidence,
): Promise<Observed> {
  if (ipAddress !== undefined && isIP(ipAddress) === 0) {
    const message = '"evidence.ipAddress" must be an IPv4 or IPv6 address, such as "203.0.113.7".'
    throw new Refusal('VALIDATION_FAILED', message, 'evidence.ipAddress')
  }
  const keyOf = (kind: 'device' | 'card', value: string | undefined): readonly EvidenceKey[] =>
    value === undefined ? [] : [{ kind, key: ctx.secretBox.evidenceKey(tenantId, kind, value) }]
  return {
    keys: [
      ...(ipAddress === undefined ? [] : await networkKeys(ctx, tenantId, ipAddress)),
      ...keyOf('device', deviceId),
      ...keyOf('card', cardFingerprint),
    ],
    // A repeated identification asks for none.
    get facts() {
      return factsOf(userAgent)
    },
  }
}

/**
 * A call with what a request of the merchant's server says beside it.
 *
 * @throws Refusal VALIDATION_FAILED if the address is none
 */
export async function withGivenEvidence(
  ctx: Context,
  tenantId: TenantId,
  call: Call,
  given: GivenEvidence | undefined,
): Promise<Call> {
  return given === undefined ? call : { ...call, observed: await observedInRequest(ctx, tenantId, given) }
}

/** The evidence of a browser's own request. An invalid address, as of a test, gives none. */
export function observedInBrowserCall(
  ctx: Context,
  tenantId: TenantId,
  { address, userAgent }: { readonly address: string; readonly userAgent: string | null },
  deviceId: string | undefined,
): Promise<Observed> {
  return observedInRequest(ctx, tenantId, {
    ...(isIP(address) === 0 ? {} : { ipAddress: address }),
    ...(userAgent === null ? {} : { userAgent }),
    ...(deviceId === undefined ? {} : { deviceId }),
  })
}

/** None for an address that is not of the public internet: behind a proxy, everybody may have it. */
async function networkKeys(ctx: Context, tenantId: TenantId, address: string): Promise<EvidenceKey[]> {
  const network = publicNetworks.memo(address)
  if (network === '') return []
  const { present, previous } = await networkSalts(ctx, tenantId)
  const keyWith = (salt: string) => ctx.secretBox.evidenceKey(tenantId, 'network', `${salt} ${network}`)
  return [
    { kind: 'network', key: keyWith(present) },
    ...(previous === null ? [] : [{ kind: 'network', key: keyWith(previous), isPrevious: true } as const]),
  ]
}

/** The networks of the addresses that came last; empty for one that is not of the public internet. */
const publicNetworks = new LRUCache<string, string>({
  max: 10_000,
  memoMethod(address) {
    const parsed = ipaddr.process(address)
    return PRIVATE.has(parsed.range()) ? '' : clientNetwork(parsed.toNormalizedString())
  },
})

/** The ranges whose addresses mean another network to each who has them. */
const PRIVATE: ReadonlySet<string> = new Set([
  ...['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'],
  ...['unspecified', 'multicast', 'broadcast'],
])

function factsOf(userAgent: string | undefined): FraudFacts {
  return userAgent === undefined ? {} : { automatedBrowser: isbot(userAgent) ? 1 : 0 }
}

/** The salts with which a tenant's network keys are made; null for one that is not known any more, or never was. */
type NetworkSalts = { readonly present: string; readonly previous: string | null }

type Remembered = { readonly salts: Promise<NetworkSalts>; readonly at: number }

/** The salts of the present and the former period of 30 days, of the tenant's clock. */
function networkSalts(ctx: Context, tenantId: TenantId): Promise<NetworkSalts> {
  const remembered = ctx.singleton(rememberedSalts)
  const now = ctx.clock.now()
  const known = remembered.get(tenantId)
  if (known !== undefined && now >= known.at && now < known.at + REMEMBERED_MS) return known.salts
  const salts = loadSalts(ctx, tenantId)
  remembered.set(tenantId, { salts, at: now })
  salts.catch(() => remembered.delete(tenantId))
  return salts
}

function rememberedSalts(): LRUCache<TenantId, Remembered> {
  return new LRUCache({ max: MAX_TENANTS })
}

function loadSalts(ctx: Context, tenantId: TenantId): Promise<NetworkSalts> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const period = Math.floor(tx.now / (NETWORK_DAYS * DAY_MS))
    const found = await takeSalts(tx, period, randomBytes(SALT_BYTES))
    const present = found.get(period)
    if (present === undefined) throw new Error('salt of networks not found after insert')
    enqueueJob(tx, { kind: 'SWEEP_EVIDENCE', subject: '', dueAt: tx.now + DAY_MS })
    return { present, previous: found.get(period - 1) ?? null }
  })
}
