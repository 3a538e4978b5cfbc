import type { IntegrationActivityKind } from '@goodword/domain/staff/integration'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from './context.ts'
import { loadIntegrationActivity } from './rows/integration-activity.ts'

/** How often and when something was seen, by the machine's clock. */
export type IntegrationActivity = {
  readonly firstAt: number
  readonly lastAt: number
  readonly count: number
}

/** Something that was seen since it was last written. */
export type PendingActivity = IntegrationActivity & {
  readonly kind: IntegrationActivityKind
  readonly origin: string
}

type Pending = Map<string, PendingActivity>

/** A tenant's that came since they were last written, and when each kind and origin was written. */
type TenantLog = { readonly pending: Pending; readonly writtenAt: Map<string, number> }

/** The maximum in the memory of one process. Activity beyond it is not noted: it comes again. */
const MAX_TENANTS = 10_000
const MAX_KEYS = 100
const MAX_UNVERIFIED = 100

/** A URL is cut to its origin; no browser sends one that is longer. */
const MAX_URL_LENGTH = 2048
const MAX_ORIGIN_LENGTH = 280

/**
 * Notes what the integration checker shows, in memory alone: the request does not wait, and nothing is written here. See
 * writeIntegrationActivity.
 */
export function recordIntegrationActivity(
  ctx: Context,
  tenantId: TenantId,
  kind: IntegrationActivityKind,
  header: string | null = null,
): void {
  const { tenants } = ctx.singleton(activityLog)
  let log = tenants.get(tenantId)
  if (log === undefined) {
    if (tenants.size >= MAX_TENANTS) return
    log = { pending: new Map(), writtenAt: new Map() }
    tenants.set(tenantId, log)
  }
  const now = ctx.clock.now()
  note(log, kind, '', now)
  const origin = pageOrigin(header)
  if (origin !== null) note(log, kind, origin, now)
}

function note(
  { pending, writtenAt }: TenantLog,
  kind: IntegrationActivityKind,
  origin: string,
  now: number,
): void {
  const key = activityKey({ kind, origin })
  const known = pending.get(key)
  // The kind as a whole has its place whatever origins come.
  if (known === undefined && origin !== '' && pending.size + writtenAt.size >= MAX_KEYS) return
  pending.set(key, {
    kind,
    origin,
    firstAt: known?.firstAt ?? now,
    lastAt: now,
    count: (known?.count ?? 0) + 1,
  })
}

/** The origin of a page as an `Origin` or a `Referer` names it; null for anything that is no page on the web. */
export function pageOrigin(header: string | null): string | null {
  if (header === null || header.length > MAX_URL_LENGTH || !URL.canParse(header)) return null
  const { protocol, origin } = new URL(header)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && origin.length <= MAX_ORIGIN_LENGTH ? origin : null
}

/** Notes that a page loaded the script whose tag names a tenant, which may not exist. */
export function noteScript(ctx: Context, alias: string, referer: string | null): void {
  const { unverified } = ctx.singleton(activityLog)
  if (unverified.length < MAX_UNVERIFIED) unverified.push({ alias, referer })
}

/** The integration activity of a tenant: the stored counts, and those that this process has not written yet. */
export type SeenActivity = {
  /** Null if it was never seen. */
  readonly of: (kind: IntegrationActivityKind) => IntegrationActivity | null
  /** The activity by the origins of pages, of the given kinds together. */
  readonly byOrigin: (
    ...kinds: readonly IntegrationActivityKind[]
  ) => ReadonlyMap<string, IntegrationActivity>
}

export async function integrationActivityIn(ctx: Context, tx: Transaction): Promise<SeenActivity> {
  const { tenants } = ctx.singleton(activityLog)
  const stored = (await loadIntegrationActivity(tx)).map((row) => ({
    kind: row.kind,
    origin: row.origin,
    firstAt: row.first_seen_at,
    lastAt: row.last_seen_at,
    count: row.seen,
  }))
  const all = [...stored, ...(tenants.get(tx.tenantId)?.pending.values() ?? [])]
  return {
    of: (kind) =>
      all
        .filter((it) => it.kind === kind && it.origin === '')
        .reduce<IntegrationActivity | null>(sumOf, null),
    byOrigin(...kinds) {
      const found = new Map<string, IntegrationActivity>()
      for (const it of all) {
        if (it.origin === '' || !kinds.includes(it.kind)) continue
        found.set(it.origin, sumOf(found.get(it.origin) ?? null, it))
      }
      return found
    },
  }
}

/** The key under which activity is counted. */
export function activityKey({
  kind,
  origin,
}: {
  readonly kind: IntegrationActivityKind
  readonly origin: string
}): string {
  return `${kind} ${origin}`
}

function sumOf(
  one: IntegrationActivity | null,
  { firstAt, lastAt, count }: IntegrationActivity,
): IntegrationActivity {
  if (one === null) return { firstAt, lastAt, count }
  return {
    firstAt: Math.min(one.firstAt, firstAt),
    lastAt: Math.max(one.lastAt, lastAt),
    count: one.count + count,
  }
}

export function activityLog() {
  return {
    tenants: new Map<TenantId, TenantLog>(),
    unverified: [] as { readonly alias: string; readonly referer: string | null }[],
  }
}
