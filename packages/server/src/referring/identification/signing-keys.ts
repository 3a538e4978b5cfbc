import type { TenantId } from '@goodword/domain/values/ids'
import type { CryptoKey } from 'jose'
import { TtlCache } from '../../engine/caches/ttl-cache.ts'
import { verificationKey } from '../../engine/secrets/verification-key.ts'
import type { Context } from '../../frame/context.ts'
import { loadSigningKeys } from '../../frame/rows/signing-keys.ts'

/** Well below the 5 s within which an expired key must stop working. */
const MAX_AGE_MS = 3000
const MAX_ENTRIES = 10_000

type LiveKey = { readonly key: CryptoKey; readonly expiresAt: number | null }

/**
 * The valid signing keys of a tenant, newest first; empty for none. The list is a few seconds old at most, and the keys
 * expire by the machine's clock.
 */
export async function liveSigningKeys(ctx: Context, tenantId: TenantId): Promise<readonly CryptoKey[]> {
  const keys = (await ctx.singleton(keyCache).get(tenantId, () => load(ctx, tenantId))) ?? []
  const now = ctx.clock.now()
  return keys.filter((it) => it.expiresAt === null || it.expiresAt > now).map((it) => it.key)
}

function keyCache({ clock }: Context): TtlCache<readonly LiveKey[]> {
  return new TtlCache({ clock, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES })
}

async function load({ db, clock, secretBox }: Context, tenantId: TenantId): Promise<readonly LiveKey[]> {
  const rows = await loadSigningKeys(db, tenantId, clock.now())
  return Promise.all(
    rows.map(async (row) => {
      const about = { tenantId, purpose: 'signing-key', recordId: row.id } as const
      const key = await verificationKey(secretBox.open(row.secret_box, about))
      return { key, expiresAt: row.expires_at }
    }),
  )
}
