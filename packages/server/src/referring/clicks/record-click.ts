import { hash, randomBytes } from 'node:crypto'
import { PUBLIC_CLICK_DAYS } from '@goodword/domain/fraud/fraud-history'
import type { ShareMedium } from '@goodword/domain/hosts/share-link'
import type { TenantId, UserKey } from '@goodword/domain/values/ids'
import { LRUCache } from 'lru-cache'
import { BatchPerTenant } from '../../engine/batching/natural-batch.ts'
import { DatabaseUnavailable } from '../../engine/driver/database-error.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { type Clock, stopwatch } from '../../engine/foundation/clock.ts'
import { clientNetwork } from '../../engine/network/client-network.ts'
import type { SecretBox } from '../../engine/secrets/secret-box.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { startOfDay } from '../../tracking/rows/evidence-keys.ts'
import { addClicks, takeDailySalt } from './rows/clicks.ts'
import { addPublicClicks, type PublicClick } from './rows/public-clicks.ts'

const SALT_BYTES = 32

/** The database may lose a salt before the day is over; soon all processes use the new one. */
const REMEMBERED_MS = 60_000

const MAX_TENANTS = 10_000

/** A click on a user's share link. */
export type Click = {
  /** Who shared the link. */
  readonly owner: UserKey
  readonly via: ShareMedium | null
  readonly visitor: Visitor
  /** Whether it came from a public coupon page or an advertisement. */
  readonly isPublic?: boolean
}

/**
 * The result of a click. It is durable, or was given up: because the database is unavailable, was too slow, or because too
 * many are queued. A click that was given up while it was being written may still be stored.
 */
export type ClickFate = 'recorded' | 'unavailable' | 'slow' | 'full'

const MAX_BATCH = 500

/** While a batch is written the next one fills; a second concurrent batch would make both smaller and cost more. */
const BATCHES_AT_ONCE = 1

/** The maximum queue length in this process, so that a slow database does not fill its memory. */
const MAX_WAITING = 10_000

const TIMEOUT_MS = 250

type Waiting = { readonly click: Click; isGivenUp: boolean }

/**
 * Records a click before the visitor is redirected; the visitor waits for `timeoutMs` at most. Queued clicks of a tenant
 * share a transaction.
 */
export async function recordClick(
  ctx: Context,
  tenantId: TenantId,
  click: Click,
  timeoutMs = TIMEOUT_MS,
): Promise<ClickFate> {
  const queue = ctx.singleton(clickQueue)
  if (queue.waiting >= MAX_WAITING) return 'full'
  queue.waiting += 1
  const waiting = { click, isGivenUp: false }
  const written = queue.batches.add(tenantId, waiting).finally(() => {
    queue.waiting -= 1
  })
  return inTime(waiting, written, timeoutMs)
}

function clickQueue(ctx: Context) {
  const salts = createDailySalts(stopwatch, ctx.secretBox)
  const batches = new BatchPerTenant<Waiting, void>((tenantId) => ({
    name: 'clicks',
    largest: MAX_BATCH,
    runsAtOnce: BATCHES_AT_ONCE,
    async run(waiting) {
      // Clicks that were given up are counted as lost already.
      const clicks = waiting.flatMap((it) => (it.isGivenUp ? [] : it.click))
      if (clicks.length > 0) await write(ctx, salts, tenantId as TenantId, clicks)
      return waiting.map(() => ({ status: 'fulfilled', value: undefined }))
    },
  }))
  return { batches, waiting: 0 }
}

function inTime(waiting: Waiting, written: Promise<void>, timeoutMs: number): Promise<ClickFate> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.isGivenUp = true
      resolve('slow')
    }, timeoutMs)
    written.then(
      () => {
        clearTimeout(timer)
        resolve('recorded')
      },
      (error: unknown) => {
        clearTimeout(timer)
        if (error instanceof DatabaseUnavailable) resolve('unavailable')
        else reject(error)
      },
    )
  })
}

/** A click that is written again after a lost connection would count twice. */
const ONCE = { retry: 'never' } as const

async function write(
  ctx: Context,
  salts: DailySalts,
  tenantId: TenantId,
  clicks: readonly Click[],
): Promise<void> {
  const add = (tx: Transaction, salt: string) => {
    const hashed = clicks.map((it) => ({ ...it, visitor: visitorHash(salt, it.visitor) }))
    addClicks(
      tx,
      hashed.map(({ owner, via, visitor }) => ({
        id: ctx.ids.make<string>(ctx.clock.now()),
        user_id: owner,
        via,
        visitor,
        ahead_ms: tx.aheadMs,
      })),
    )
    addPublic(
      tx,
      hashed.filter((it) => it.isPublic === true),
    )
  }
  const known = salts.known(tenantId)
  if (known !== null) return ctx.writeTenant(tenantId, async (tx) => add(tx, known), ONCE)
  const taken = await ctx.writeTenant(
    tenantId,
    async (tx) => {
      const asked = await salts.take(tx)
      add(tx, asked.salt)
      return asked
    },
    ONCE,
  )
  salts.remember(tenantId, taken)
}

/** Clicks that count for a rule about public codes, for some days. */
function addPublic(tx: Transaction, clicks: readonly PublicClick[]): void {
  if (clicks.length === 0) return
  addPublicClicks(tx, clicks, startOfDay(tx.now))
  enqueueJob(tx, { kind: 'SWEEP_EVIDENCE', subject: '', dueAt: tx.now + PUBLIC_CLICK_DAYS * DAY_MS })
}

const DAY_MS = 86_400_000

/** The salt of the hashes of a tenant's clicks on one day. */
type DailySalt = {
  readonly salt: string
  /** The milliseconds for which it is that of the day. */
  readonly leftMs: number
}

/**
 * The salts of the day that this process has cached. The database has random bytes; the salt is an HMAC of them under a key that
 * follows from the secret key, so the addresses cannot be found with the database alone.
 */
type DailySalts = {
  /** The tenant's salt, if it is cached. */
  readonly known: (tenantId: TenantId) => string | null
  /** Loads it within a transaction. */
  readonly take: (tx: TenantTx) => Promise<DailySalt>
  /** Caches it, once the transaction is committed. */
  readonly remember: (tenantId: TenantId, salt: DailySalt) => void
}

function createDailySalts(stopwatch: Clock, secretBox: Pick<SecretBox, 'clickSalt'>): DailySalts {
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

/** The data that identifies a visitor. None of it is stored. */
type Visitor = { readonly address: string; readonly userAgent: string }

/**
 * Distinguishes the visitors of a program on one day. Without its salt, which is deleted after the day, no one
 * can find the address of a hash by brute force. Only half of the hash is stored, so length extension is impossible
 * and the salt can be a simple prefix: an HMAC would take most of the time of a click. 16 bytes, in the text form of
 * PostgreSQL.
 */
export function visitorHash(salt: string, { address, userAgent }: Visitor): string {
  const whole = hash('sha256', `${salt}\n${clientNetwork(address)}\n${userAgent}`, 'hex')
  return `${whole.slice(0, 8)}-${whole.slice(8, 12)}-${whole.slice(12, 16)}-${whole.slice(16, 20)}-${whole.slice(20, 32)}`
}
