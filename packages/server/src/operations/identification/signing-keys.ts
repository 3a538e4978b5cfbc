import type { TenantId } from '@goodword/domain/ids'
import type { CryptoKey } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { verificationKey } from '../../platform/verification-key.ts'
import type { Database } from '../../store/database.ts'
import { loadSigningKeys } from '../../store/signing-keys.ts'

/** The keys that a tenant's server may sign with now, newest first; empty for none. */
export type SigningKeys = (tenantId: TenantId) => Promise<readonly CryptoKey[]>

/** Well below the 5 s in which a key that has ended must stop working. */
const MAX_AGE_MS = 3000
const MAX_ENTRIES = 10_000

type LiveKey = { readonly key: CryptoKey; readonly expiresAt: number | null }

/** Knows signing keys, a few seconds old at most. They expire by the machine's clock. */
export function createSigningKeys(db: Database, clock: Clock, secretBox: SecretBox): SigningKeys {
  const known = new ShortCache<readonly LiveKey[]>({ clock, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES })

  async function load(tenantId: TenantId): Promise<readonly LiveKey[]> {
    const rows = await loadSigningKeys(db, tenantId, clock.now())
    return Promise.all(
      rows.map(async (row) => {
        const about = { tenantId, purpose: 'signing-key', recordId: row.id } as const
        const key = await verificationKey(secretBox.open(row.secret_box, about))
        return { key, expiresAt: row.expires_at }
      }),
    )
  }

  return async (tenantId) => {
    const keys = (await known.get(tenantId, () => load(tenantId))) ?? []
    const now = clock.now()
    return keys.filter((it) => it.expiresAt === null || it.expiresAt > now).map((it) => it.key)
  }
}
