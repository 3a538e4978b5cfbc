import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '@goodword/server/engine/driver/database'
import { brokenInvariants } from '@goodword/server/testing/tracking/tracking-invariants'
import { asOwner } from '../crash/database-faults.ts'
import { storedEffects } from '../crash/effects.ts'
import type { TenantOnNode } from './fleet.ts'
import type { Load } from './load.ts'

export type Compared = {
  /** Acknowledged, but not stored. */
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  /** Violated invariants: of balances, of states, of events. */
  readonly broken: readonly string[]
}

/** Compares the acknowledged writes of a load with the stored data of each of its tenants. */
export function compareStored(database: string, { journals }: Load): Promise<Compared> {
  return asOwner({ connectionString: database }, async (owner) => {
    const lost: string[] = []
    const doubled: string[] = []
    const broken: string[] = []
    for (const [{ alias }, journal] of journals) {
      const query = { name: '', text: storedEffects }
      const rows = await owner.query<{ effect: string; times: number }>(query, [alias])
      const stored = new Map(rows.map((it) => [it.effect, it.times]))
      for (const [effect, write] of journal.promised)
        if (!stored.has(effect)) lost.push(`${alias}: ${effect}, which was promised to ${write}`)
      for (const [effect, times] of stored) if (times > 1) doubled.push(`${alias}: ${effect}, ${times} times`)
      for (const it of await brokenInvariants(owner, alias as TenantId)) broken.push(`${alias}: ${it}`)
      broken.push(...journal.wrongs.map((it) => `${alias}: ${it}`))
    }
    return { lost, doubled, broken }
  })
}

const SETTLED_WITHIN_MS = 180_000

/**
 * The differences between the tenants' writes and the data derived from them: published events, and statistics of
 * referrers. Both follow after a while.
 */
export function derivedFaults(
  database: string,
  tenants: readonly TenantOnNode[],
): Promise<readonly string[]> {
  return asOwner({ connectionString: database }, async (owner) => {
    const faults: string[] = []
    const limit = performance.now() + SETTLED_WITHIN_MS
    for (const { alias } of tenants) {
      let found = await derivedOf(owner, alias)
      while (!isRight(found) && performance.now() < limit) {
        await pause(500)
        found = await derivedOf(owner, alias)
      }
      if (!isRight(found)) faults.push(`${alias}: ${JSON.stringify(found)}`)
    }
    return faults
  })
}

/** How many events of each tenant are published. */
export async function publishedOf(
  database: string,
  tenants: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const text = 'select count(*)::int4 as events from app.published_event where tenant_id = $1'
  return asOwner({ connectionString: database }, async (owner) => {
    const counts = new Map<string, number>()
    for (const alias of tenants) {
      const [row] = await owner.query<{ events: number }>({ name: '', text }, [alias])
      counts.set(alias, row?.events ?? 0)
    }
    return counts
  })
}

type Derived = {
  readonly referrals: number
  readonly converted: number
  readonly publishedStarts: number
  readonly publishedConversions: number
  readonly publishedTwice: number
  readonly countedReferrals: number
  readonly countedConversions: number
}

function isRight(it: Derived): boolean {
  return (
    it.publishedTwice === 0 &&
    it.publishedStarts === it.referrals &&
    it.countedReferrals === it.referrals &&
    it.publishedConversions === it.converted &&
    it.countedConversions === it.converted
  )
}

async function derivedOf(owner: Database, alias: string): Promise<Derived> {
  const [found] = await owner.query<Derived>({ name: '', text: derivedText }, [alias])
  if (found === undefined) throw new Error('figures of a tenant not found')
  return found
}

const derivedText = `
select r."referrals", r."converted", p."publishedStarts", p."publishedConversions", t."publishedTwice",
  s."countedReferrals", s."countedConversions"
from (
  select count(*)::int as "referrals", count(converted_at)::int as "converted"
  from app.referral where tenant_id = $1
) r
cross join (
  select count(*) filter (where type = 'referral.started')::int as "publishedStarts",
    count(*) filter (where type = 'referral.converted')::int as "publishedConversions"
  from app.published_event where tenant_id = $1
) p
cross join (
  select count(*)::int as "publishedTwice"
  from (select event_id from app.published_event where tenant_id = $1 group by event_id having count(*) > 1) twice
) t
cross join (
  select coalesce(sum(c.attributed), 0)::int as "countedReferrals",
    coalesce(sum(c.converted), 0)::int as "countedConversions"
  from app.statistic_referrer c
  join app.statistic_generation g on g.tenant_id = $1 and g.generation = c.generation and g.state = 'CURRENT'
  where c.tenant_id = $1 and c.period = 'ALL'
) s`
