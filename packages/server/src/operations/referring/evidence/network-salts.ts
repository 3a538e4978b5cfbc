import { randomBytes } from 'node:crypto'
import type { TenantId } from '@goodword/domain/values/ids'
import { LRUCache } from 'lru-cache'
import { NETWORK_DAYS, takeSalts } from '../../../store/tracking/network-salts.ts'
import type { Context } from '../../foundation/context.ts'
import { enqueueJob } from '../../foundation/jobs/enqueue-job.ts'

/** The salts with which a tenant's network keys are made; null for one that is not known any more, or never was. */
export type NetworkSalts = { readonly present: string; readonly previous: string | null }

const DAY_MS = 86_400_000
const SALT_BYTES = 32
/** A salt that ends is in use for so much longer at most. */
const REMEMBERED_MS = 600_000
const MAX_TENANTS = 10_000

type Remembered = { readonly salts: Promise<NetworkSalts>; readonly at: number }

/** The salts of the present and the former period of 30 days, of the tenant's clock. */
export function networkSalts(ctx: Context, tenantId: TenantId): Promise<NetworkSalts> {
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
