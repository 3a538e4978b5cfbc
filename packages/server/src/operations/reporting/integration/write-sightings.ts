import type { SightingKind } from '@goodword/domain/integration'
import { loadProgram } from '../../../store/directory/programs.ts'
import { addSightings, forgetOrigins, loadSightings, type SightingRow } from '../../../store/sightings.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import { settingsOf } from '../../foundation/program/program-of.ts'
import {
  noteSighting,
  type PendingSighting,
  pageOrigin,
  sightingKey,
  sightingLog,
} from '../../foundation/sightings.ts'
import { findEnabledTenant } from '../../foundation/tenants/find-caller.ts'

/** Each kind and origin is written at most once in this time by a process. */
const WRITTEN_EVERY_MS = 5 * 60_000
/** The maximum of a kind, beside the origins that the program names: anybody can send any origin. */
const MAX_ORIGINS = 20
const ORIGIN_KEPT_MS = 30 * 86_400_000

/** Writes what was noted and is due, outside of requests; an aborted signal ends it between tenants. */
export async function writeSightings(ctx: Context, signal?: AbortSignal): Promise<void> {
  const { tenants } = ctx.singleton(sightingLog)
  await verifyScripts(ctx)
  let failure: unknown = null
  for (const [tenantId, { pending, writtenAt }] of tenants) {
    if (signal?.aborted === true) return
    const now = ctx.clock.now()
    for (const [key, at] of writtenAt) if (at + WRITTEN_EVERY_MS <= now) writtenAt.delete(key)
    const due = [...pending.values()].filter((it) => !writtenAt.has(sightingKey(it)))
    for (const it of due) pending.delete(sightingKey(it))
    // What fails is lost, because a commit that was not answered may have counted it. It is seen again.
    const written = await write(ctx, due, tenantId, now).catch((error: unknown) => {
      failure = error
      return []
    })
    for (const it of written) writtenAt.set(sightingKey(it), now)
    if (pending.size === 0 && writtenAt.size === 0) tenants.delete(tenantId)
  }
  if (failure !== null) throw failure
}

/** The tenants of scripts are looked up here: whatever loads a script can name any. */
async function verifyScripts(ctx: Context): Promise<void> {
  const { unverified } = ctx.singleton(sightingLog)
  for (const { alias, referer } of unverified.splice(0)) {
    const tenant = await findEnabledTenant(ctx, alias)
    if (tenant !== null) noteSighting(ctx, tenant.tenantId, 'SCRIPT', referer)
  }
}

async function write(
  ctx: Context,
  due: readonly PendingSighting[],
  tenantId: Transaction['tenantId'],
  now: number,
): Promise<readonly PendingSighting[]> {
  if (due.length === 0) return []
  return ctx.writeTenant(
    tenantId,
    async (tx) => {
      const [stored, program] = await Promise.all([loadSightings(tx), loadProgram(tx)])
      const { landingPage, allowedOrigins } = settingsOf(program.settings)
      const expected = new Set([landingPage, ...allowedOrigins].map(pageOrigin))
      const isOld = (it: SightingRow) => it.origin !== '' && it.last_seen_at < now - ORIGIN_KEPT_MS
      if (stored.some(isOld)) forgetOrigins(tx, now - ORIGIN_KEPT_MS)
      const written = admitted(
        due,
        stored.filter((it) => !isOld(it)),
        expected,
      )
      addSightings(tx, written.map(rowOf).toSorted(inOrder))
      return written
    },
    { retry: 'never' },
  )
}

/** All of those that are stored already or are expected, and of the others as many as there is room for. */
function admitted(
  due: readonly PendingSighting[],
  stored: readonly SightingRow[],
  expected: ReadonlySet<string | null>,
): readonly PendingSighting[] {
  const known = new Set(stored.map(sightingKey))
  const others = new Map<SightingKind, number>()
  const countOther = (kind: SightingKind): number => {
    const count = (others.get(kind) ?? 0) + 1
    others.set(kind, count)
    return count
  }
  for (const { kind, origin } of stored) if (origin !== '' && !expected.has(origin)) countOther(kind)
  return due.filter((it) => {
    if (it.origin === '' || expected.has(it.origin) || known.has(sightingKey(it))) return true
    return countOther(it.kind) <= MAX_ORIGINS
  })
}

function rowOf({ kind, origin, firstAt, lastAt, count }: PendingSighting): SightingRow {
  return { kind, origin, first_seen_at: firstAt, last_seen_at: lastAt, seen: count }
}

function inOrder(one: SightingRow, other: SightingRow): number {
  return sightingKey(one) < sightingKey(other) ? -1 : 1
}
