import type { TenantId } from '@goodword/domain/ids'
import type { Clock } from '../../platform/clock.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import type { Database } from '../../store/database.ts'
import { loadSigningKeys } from '../../store/signing-keys.ts'

/** The keys that a tenant's server may sign with now; empty for none. */
export type SigningKeys = (tenantId: TenantId) => Promise<readonly string[]>

/** Well below the 5 s in which a key that has ended must stop working. */
const MAX_AGE_MS = 3000
const MAX_ENTRIES = 10_000

type LiveKey = { readonly signingKey: string; readonly expiresAt: number | null }

/** Knows signing keys, a few seconds old at most. They expire by the machine's clock. */
export function createSigningKeys(db: Database, clock: Clock, secretBox: SecretBox): SigningKeys {
  const known = new ShortCache<readonly LiveKey[]>({ clock, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES })

  async function load(tenantId: TenantId): Promise<readonly LiveKey[]> {
    const rows = await loadSigningKeys(db, tenantId, clock.now())
    return rows.map((row) => ({
      signingKey: secretBox.open(row.secret_box, { tenantId, purpose: 'signing-key', recordId: row.id }),
      expiresAt: row.expires_at,
    }))
  }

  return async (tenantId) => {
    const keys = (await known.get(tenantId, () => load(tenantId))) ?? []
    const now = clock.now()
    return keys.filter((it) => it.expiresAt === null || it.expiresAt > now).map((it) => it.signingKey)
  }
}
