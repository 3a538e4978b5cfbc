import type { TenantId } from '@goodword/domain/values/ids'
import { byKey } from '../../engine/driver/by-key.ts'
import type { Database } from '../../engine/driver/database.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'
import { tenantIdsOf } from './tenant-ids.ts'

export type KeptAnswer = { readonly status: number; readonly body: string }

/** A claim on a key. No two claims on a key end at the same time, so its end identifies the claim. */
export type Claim = { readonly key: string; readonly leasedUntil: number }

const claim = statement(
  'idempotent_request.claim',
  `
insert into idempotent_request (tenant_id, key, request_hash, leased_until, created_at)
values ($1, $2, $3, $4, least($5::timestamptz, now()))
on conflict (tenant_id, key) do update
set request_hash = excluded.request_hash,
  leased_until = excluded.leased_until,
  status = null,
  answer = null,
  created_at = case
    when excluded.created_at - idempotent_request.created_at >= $6::interval then excluded.created_at
    else idempotent_request.created_at
  end
where idempotent_request.leased_until <= $5
  and (
    excluded.created_at - idempotent_request.created_at >= $6::interval
    or idempotent_request.status is null and idempotent_request.request_hash = excluded.request_hash
  )
returning created_at`,
)

/**
 * The age of a request is the smaller one by the process's and the database's clock: a clock that is far ahead would delete keys
 * too soon, and a repeated request would be executed again.
 *
 * Claims a key that is new, expired, or was left by the same request. Returns when the request was first received; null when
 * the key is another's. A request left behind may have had its effect, so another one never takes its place.
 */
export async function claimRequest(
  tx: TenantTx,
  { key, leasedUntil }: Claim,
  request: { readonly hash: Buffer; readonly now: number; readonly keptMs: number },
): Promise<number | null> {
  const times = [isoTime(leasedUntil), isoTime(request.now), `${request.keptMs} ms`]
  const [row] = await tx.rows<{ created_at: number }>(claim, [key, request.hash, ...times])
  return row?.created_at ?? null
}

const ofKey = statement(
  'idempotent_request.find',
  `
select x.request_hash, x.leased_until, x.status, x.answer
from idempotent_request x
where x.tenant_id = $1
  and ${byKey('x.key', '$2')}`,
)

type Row = Pick<Tables['idempotent_request'], 'request_hash' | 'leased_until' | 'status' | 'answer'>

export type FoundRequest = {
  readonly hash: Buffer
  readonly leasedUntil: number
  /** Null while the request is in flight, or after it was abandoned. */
  readonly kept: KeptAnswer | null
}

export async function findRequest(tx: TenantTx, key: string): Promise<FoundRequest | null> {
  const [row] = await tx.rows<Row>(ofKey, [key])
  if (row === undefined) return null
  const { request_hash: hash, leased_until: leasedUntil, status, answer } = row
  return { hash, leasedUntil, kept: status === null || answer === null ? null : { status, body: answer } }
}

// By its place, because the plan of an update or delete by key is not certain on an empty table. Who takes a request up
// moves its row, but changes the end of its lease as well, so it is not this claim's any more.
const isClaimed = `x.tenant_id = $1
  and x.leased_until = $3
  and x.ctid = (
    select y.ctid
    from idempotent_request y
    where y.tenant_id = $1
      and ${byKey('y.key', '$2')}
  )`

const keep = statement(
  'idempotent_request.keep',
  `
update idempotent_request x
set status = $4,
  answer = $5
where ${isClaimed}
returning x.key`,
)

/** Stores the response, unless the lease ended and another execution took the request over. */
export async function keepAnswer(tx: TenantTx, it: Claim, { status, body }: KeptAnswer): Promise<boolean> {
  const rows = await tx.rows(keep, [it.key, isoTime(it.leasedUntil), status, body])
  return rows.length === 1
}

const deleteClaim = statement(
  'idempotent_request.delete',
  `
delete from idempotent_request x
where ${isClaimed}`,
)

/** Takes the claim back as if the request had never come. */
export function deleteRequest(tx: TenantTx, it: Claim): void {
  tx.write(deleteClaim, [it.key, isoTime(it.leasedUntil)])
}

const release = statement(
  'idempotent_request.release',
  `
update idempotent_request x
set leased_until = x.created_at
where ${isClaimed}`,
)

/** Ends the lease: the same request may come again at once, another one may not. */
export function releaseRequest(tx: TenantTx, it: Claim): void {
  tx.write(release, [it.key, isoTime(it.leasedUntil)])
}

const sweep = statement(
  'idempotent_request.sweep',
  `
delete from idempotent_request x
using (
  select y.ctid as place
  from idempotent_request y
  where y.tenant_id = $1
    and y.created_at <= least($3::timestamptz, now()) - $2::interval
    and y.leased_until <= $3
  order by y.created_at
  limit $4
  for update skip locked
) as old
where x.tenant_id = $1
  and x.ctid = old.place
returning x.key`,
)

/** Deletes up to `limit` expired requests that are not in flight; returns the number. */
export async function sweepRequests(
  tx: TenantTx,
  { keptMs, now, limit }: { readonly keptMs: number; readonly now: number; readonly limit: number },
): Promise<number> {
  const rows = await tx.rows(sweep, [`${keptMs} ms`, isoTime(now), limit])
  return rows.length
}

const oldOnes = statement(
  'idempotent_request.tenants_with_old',
  'select app.tenants_with_old_requests($3, $1, $2) as tenant_id',
)

/** The tenants with requests that first arrived until a time. */
export function tenantsWithOldRequests(db: Database, createdUntil: number): AsyncIterable<TenantId> {
  return tenantIdsOf(db, oldOnes, [isoTime(createdUntil)])
}
