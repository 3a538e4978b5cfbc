import type { ParticipantKey, TenantId } from '@goodword/domain/ids'
import type { ShareMedium } from '@goodword/domain/share-link'
import { stopwatch } from '../../platform/clock.ts'
import type { IdGenerator } from '../../platform/id-generator.ts'
import { BatchPerTenant } from '../../platform/natural-batch.ts'
import { addClicks } from '../../store/clicks.ts'
import type { Database } from '../../store/database.ts'
import { DatabaseUnavailable } from '../../store/database-error.ts'
import { inTenant } from '../../store/tenant-tx.ts'
import { createDailySalts, type DailySalts } from './daily-salts.ts'
import { type Visitor, visitorHash } from './visitor-hash.ts'

/** A click on somebody's share link. */
export type Click = {
  /** Who shared the link. */
  readonly owner: ParticipantKey
  readonly via: ShareMedium | null
  readonly visitor: Visitor
}

/**
 * What came of a click. It is on the disk, or was given up: because the database is away, was too slow, or because too
 * many wait already. One that was given up while it was being written may be there all the same.
 */
export type ClickFate = 'recorded' | 'away' | 'slow' | 'full'

/** Records a click before the visitor is sent on, who waits for it no longer than a moment. */
export type RecordClick = (tenantId: TenantId, click: Click) => Promise<ClickFate>

export type ClickDependencies = {
  readonly db: Database
  readonly keys: IdGenerator
  readonly now: (tenantId: TenantId) => number
  /** How long a visitor waits for it at most. */
  readonly patienceMs: number
}

const LARGEST_BATCH = 500
/** While one is written the next gathers; a second beside it would make both smaller and cost more. */
const BATCHES_AT_ONCE = 1
/** How many may wait in this process, so that a slow database does not fill its memory. */
const MOST_WAITING = 10_000

type Waiting = { readonly click: Click; isGivenUp: boolean }

/** Clicks of a tenant that wait at the same time share a transaction. */
export function clickRecorder(dependencies: ClickDependencies): RecordClick {
  const salts = createDailySalts(stopwatch)
  const batches = new BatchPerTenant<Waiting, void>((tenantId) => ({
    name: 'clicks',
    largest: LARGEST_BATCH,
    runsAtOnce: BATCHES_AT_ONCE,
    async run(waiting) {
      // Whoever was sent on without it is counted as lost already.
      const clicks = waiting.flatMap((it) => (it.isGivenUp ? [] : it.click))
      if (clicks.length > 0) await write(dependencies, salts, tenantId as TenantId, clicks)
      return waiting.map(() => ({ status: 'fulfilled', value: undefined }))
    },
  }))
  let waitingNow = 0

  return async (tenantId, click) => {
    if (waitingNow >= MOST_WAITING) return 'full'
    waitingNow += 1
    const waiting = { click, isGivenUp: false }
    const written = batches.add(tenantId, waiting).finally(() => {
      waitingNow -= 1
    })
    return inTime(waiting, written, dependencies.patienceMs)
  }
}

function inTime(waiting: Waiting, written: Promise<void>, patienceMs: number): Promise<ClickFate> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.isGivenUp = true
      resolve('slow')
    }, patienceMs)
    written.then(
      () => {
        clearTimeout(timer)
        resolve('recorded')
      },
      (error: unknown) => {
        clearTimeout(timer)
        if (error instanceof DatabaseUnavailable) resolve('away')
        else reject(error)
      },
    )
  })
}

async function write(
  dependencies: ClickDependencies,
  salts: DailySalts,
  tenantId: TenantId,
  clicks: readonly Click[],
): Promise<void> {
  const { db, keys, now } = dependencies
  const rowsWith = (salt: string) =>
    clicks.map(({ owner, via, visitor }) => ({
      id: keys.make<string>(now(tenantId)),
      participant_id: owner,
      via,
      visitor: visitorHash(salt, visitor),
    }))
  const known = salts.known(tenantId)
  if (known !== null) return inTenant(db, tenantId, async (tx) => addClicks(tx, rowsWith(known)))
  const taken = await inTenant(db, tenantId, async (tx) => {
    const asked = await salts.take(tx)
    addClicks(tx, rowsWith(asked.salt))
    return asked
  })
  salts.remember(tenantId, taken)
}
