import type { IntegrationActivityKind } from '@goodword/domain/staff/integration'
import type { Context, Transaction } from '../../frame/context.ts'
import {
  activityKey,
  activityLog,
  type PendingActivity,
  pageOrigin,
  recordIntegrationActivity,
} from '../../frame/integration-activity.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import {
  addIntegrationActivity,
  forgetOrigins,
  type IntegrationActivityRow,
  loadIntegrationActivity,
} from '../../frame/rows/integration-activity.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { findEnabledTenant } from '../../frame/tenants/find-caller.ts'

/** Each kind and origin is written at most once in this time by a process. */
const WRITTEN_EVERY_MS = 5 * 60_000
/** The maximum of a kind, beside the origins that the program names: anybody can send any origin. */
const MAX_ORIGINS = 20
const ORIGIN_KEPT_MS = 30 * 86_400_000

/** Writes noted activity that is due, outside of requests; an aborted signal ends it between tenants. */
export async function writeIntegrationActivity(ctx: Context, signal?: AbortSignal): Promise<void> {
  const { tenants } = ctx.singleton(activityLog)
  await verifyScripts(ctx)
  let failure: unknown = null
  for (const [tenantId, { pending, writtenAt }] of tenants) {
    if (signal?.aborted === true) return
    const now = ctx.clock.now()
    for (const [key, at] of writtenAt) if (at + WRITTEN_EVERY_MS <= now) writtenAt.delete(key)
    const due = [...pending.values()].filter((it) => !writtenAt.has(activityKey(it)))
    for (const it of due) pending.delete(activityKey(it))
    // Counts of a failed write are lost, because an unanswered commit may have stored them. Activity is seen again.
    const written = await write(ctx, due, tenantId, now).catch((error: unknown) => {
      failure = error
      return []
    })
    for (const it of written) writtenAt.set(activityKey(it), now)
    if (pending.size === 0 && writtenAt.size === 0) tenants.delete(tenantId)
  }
  if (failure !== null) throw failure
}

/** The tenants of scripts are looked up here: whatever loads a script can name any. */
async function verifyScripts(ctx: Context): Promise<void> {
  const { unverified } = ctx.singleton(activityLog)
  for (const { alias, referer } of unverified.splice(0)) {
    const tenant = await findEnabledTenant(ctx, alias)
    if (tenant !== null) recordIntegrationActivity(ctx, tenant.tenantId, 'SCRIPT', referer)
  }
}

async function write(
  ctx: Context,
  due: readonly PendingActivity[],
  tenantId: Transaction['tenantId'],
  now: number,
): Promise<readonly PendingActivity[]> {
  if (due.length === 0) return []
  return ctx.writeTenant(
    tenantId,
    async (tx) => {
      const [stored, program] = await Promise.all([loadIntegrationActivity(tx), loadProgram(tx)])
      const { landingPage, allowedOrigins } = settingsOf(program.settings)
      const expected = new Set([landingPage, ...allowedOrigins].map(pageOrigin))
      const isOld = (it: IntegrationActivityRow) => it.origin !== '' && it.last_seen_at < now - ORIGIN_KEPT_MS
      if (stored.some(isOld)) forgetOrigins(tx, now - ORIGIN_KEPT_MS)
      const written = admitted(
        due,
        stored.filter((it) => !isOld(it)),
        expected,
      )
      addIntegrationActivity(tx, written.map(rowOf).toSorted(inOrder))
      return written
    },
    { retry: 'never' },
  )
}

/** All of those that are stored already or are expected, and of the others as many as there is room for. */
function admitted(
  due: readonly PendingActivity[],
  stored: readonly IntegrationActivityRow[],
  expected: ReadonlySet<string | null>,
): readonly PendingActivity[] {
  const known = new Set(stored.map(activityKey))
  const others = new Map<IntegrationActivityKind, number>()
  const countOther = (kind: IntegrationActivityKind): number => {
    const count = (others.get(kind) ?? 0) + 1
    others.set(kind, count)
    return count
  }
  for (const { kind, origin } of stored) if (origin !== '' && !expected.has(origin)) countOther(kind)
  return due.filter((it) => {
    if (it.origin === '' || expected.has(it.origin) || known.has(activityKey(it))) return true
    return countOther(it.kind) <= MAX_ORIGINS
  })
}

function rowOf({ kind, origin, firstAt, lastAt, count }: PendingActivity): IntegrationActivityRow {
  return { kind, origin, first_seen_at: firstAt, last_seen_at: lastAt, seen: count }
}

function inOrder(one: IntegrationActivityRow, other: IntegrationActivityRow): number {
  return activityKey(one) < activityKey(other) ? -1 : 1
}
