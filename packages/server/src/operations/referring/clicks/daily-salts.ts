import { randomBytes } from 'node:crypto'
import type { TenantId } from '@goodword/domain/values/ids'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../platform/clock.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { takeDailySalt } from '../../../store/clicks/click-salts.ts'
import type { TenantTx } from '../../../store/driver/tenant-tx.ts'

/** What a tenant's clicks of the day are hashed with. */
export type DailySalt = {
  readonly salt: string
  /** The milliseconds for which it is that of the day. */
  readonly leftMs: number
}

/**
 * The salts of the day that this process has cached. The database has random bytes; the salt is an HMAC of them under a key that
 * follows from the secret key, so the addresses cannot be found with the database alone.
 */
export type DailySalts = {
  /** The tenant's salt, if it is cached. */
  readonly known: (tenantId: TenantId) => string | null
  /** Loads it within a transaction. */
  readonly take: (tx: TenantTx) => Promise<DailySalt>
  /** Caches it, once the transaction is committed. */
  readonly remember: (tenantId: TenantId, salt: DailySalt) => void
}

const SALT_BYTES = 32
/** The database may lose a salt before the day is over; soon all processes use the new one. */
const REMEMBERED_MS = 60_000
const MAX_TENANTS = 10_000

export function createDailySalts(stopwatch: Clock, secretBox: Pick<SecretBox, 'clickSalt'>): DailySalts {
  const salts = new LRUCache<TenantId, { readonly salt: string; readonly until: number }>({
    max: MAX_TENANTS,
  })
  return {
    known(tenantId) {
      const found = salts.get(tenantId)
      return found !== undefined && stopwatch.now() < found.until ? found.salt : null
    },
    async take(tx) {
      const { salt, leftMs } = await takeDailySalt(tx, randomBytes(SALT_BYTES))
      return { salt: secretBox.clickSalt(salt), leftMs }
    },
    remember(tenantId, { salt, leftMs }) {
      salts.set(tenantId, { salt, until: stopwatch.now() + Math.min(leftMs, REMEMBERED_MS) })
    },
  }
}
