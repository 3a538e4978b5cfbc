import { type EndNotice, endNotices } from '@goodword/domain/outbound/mail'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { type FullSettings, settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import type { RewardRow } from '../../tracking/rows/ledger/rewards.ts'
import { rewardMail, storeMails } from './create-mails.ts'
import {
  type ExpiryPosition,
  loadExpiringRewards,
  loadExpirySweep,
  storeExpirySweep,
} from './rows/mail-subjects.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const EVERY_MS = 6 * HOUR_MS
const BATCH = 500
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Enqueues the sweep of a program that sends e-mails about rewards that end. */
export function followExpiringRewards(tx: Transaction, settings: FullSettings): void {
  if (isOn(settings)) enqueueJob(tx, { kind: 'SWEEP_EXPIRING_REWARDS', subject: '' })
}

/**
 * Creates the e-mails about rewards that end within the notice of the program: those that came into it since the last
 * sweep, by an index. Returns when the next sweep is due; null if the program sends no such e-mails.
 */
export async function sweepExpiringRewards(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
): Promise<{ readonly again: number } | null> {
  let position: ExpiryPosition | null = null
  for (;;) {
    const found: Sweep | null = await ctx.writeTenant(tenantId, (tx) => sweep(tx, position))
    if (found === null) return null
    if (found.next === null) return { again: found.now + EVERY_MS }
    if (signal.aborted) return { again: found.now }
    position = found.next
  }
}

type Sweep = { readonly now: number; readonly next: ExpiryPosition | null }

async function sweep(tx: Transaction, position: ExpiryPosition | null): Promise<Sweep | null> {
  const settings = settingsOf((await loadProgram(tx)).settings)
  if (!isOn(settings)) return null
  const until = tx.now + (settings.emails?.expiryNoticeDays ?? 0) * DAY_MS
  const from = position ?? { expiresAt: Math.max(tx.now, (await loadExpirySweep(tx)) ?? 0), id: LAST_ID }
  const rewards = await loadExpiringRewards(tx, from, until, BATCH)
  const next = rewards.length === BATCH ? positionOf(rewards.at(-1)) : null
  storeExpirySweep(tx, next === null ? Math.max(until, from.expiresAt) : next.expiresAt - 1)
  const given = rewards.filter((it) => it.given_at !== null && it.given_at <= tx.now)
  storeMails(
    tx,
    given.flatMap((it) => (isOn(settings, kindOf(it)) ? rewardMail(tx, kindOf(it), it, tx.now) : [])),
  )
  return { now: tx.now, next }
}

function positionOf(row: RewardRow | undefined): ExpiryPosition | null {
  return row === undefined || row.expires_at === null ? null : { expiresAt: row.expires_at, id: row.id }
}

/** A percentage ends by itself; anything else has to be used before its end. */
function kindOf({ type }: RewardRow): EndNotice {
  return type === 'PCT_DISCOUNT' ? 'DISCOUNT_ENDING' : 'REWARD_EXPIRING'
}

function isOn({ emails }: FullSettings, ...asked: readonly EndNotice[]): boolean {
  return (asked.length === 0 ? endNotices : asked).some((kind) => emails?.kinds.includes(kind) ?? false)
}
