import type { TenantId } from '@goodword/domain/values/ids'
import { retryOnConflict } from '@goodword/server/engine/driver/tenant-tx'
import type pg from 'pg'
import { rowsOf } from './connections.ts'
import { addReferrals, friendColumns } from './referral-rows.ts'
import type { SampleUser } from './sample-users.ts'
import { addUsers, userColumns } from './user-rows.ts'

/** Rows per transaction: enough to be fast, and few enough to show progress. */
const SLICE = 50_000
const DAY_MS = 86_400_000

/** Accounts named by a letter and numbers from `from` on. */
export type Named = { readonly letter: string; readonly from: number; readonly count: number }

/** Adds accounts that pay and refer others, each with a user, to a tenant. */
export async function fillReferrers(
  owner: pg.Pool,
  tenantId: TenantId,
  { letter, from, count }: Named,
): Promise<void> {
  const ms = `(${Date.now() - 400 * DAY_MS} + i)`
  await inFilling(owner, async (client) => {
    await client.query(`create temp table newcomer on commit drop as
      select i, ${userColumns(letter, ms)} from generate_series(${from}, ${from + count - 1}) as i`)
    await write(client, tenantId, [
      `insert into account (tenant_id, id, external_id, currency, value_minor, billing_interval_type,
         billing_interval_value, subscription_status, browser_paid, provider_id, paid_at, created_at)
       select $1, account_id, external_id, 'USD', 4990, 'MONTH', 1, 'PAID', false, 'cus_' || md5(external_id),
         created_at, created_at
       from newcomer`,
      ...addUsers,
    ])
  })
}

export type FriendsOf = {
  /** Who refers them, by lot. */
  readonly referrers: readonly SampleUser[]
  /** Refers every so many-th of them instead. */
  readonly popular?: { readonly user: SampleUser; readonly every: number }
  /** Loaded friends were attributed over the year before, in different states; others are in progress since now. */
  readonly isLoaded: boolean
  /** Called now and then with the number of new rows. */
  readonly onFilled?: (count: number) => void
}

/** Adds friends of a tenant's referrers by SQL alone, as the service would have left them. */
export async function fillFriends(
  owner: pg.Pool,
  tenantId: TenantId,
  { letter, from, count }: Named,
  { referrers, popular, isLoaded, onFilled }: FriendsOf,
): Promise<void> {
  const since = Date.now() - (isLoaded ? 368 * DAY_MS : 0)
  const gapMs = isLoaded ? Math.floor((365 * DAY_MS) / count) : 0
  const ms = `(${since} + (i - ${from})::int8 * ${gapMs})`
  const lot = `abs(hashint8(i)) % ${referrers.length}`
  const referredBy =
    popular === undefined ? lot : `case when i % ${popular.every} = 0 then -1 else ${lot} end`
  for (let first = from; first < from + count; first += SLICE) {
    const last = Math.min(first + SLICE, from + count) - 1
    await inFilling(owner, async (client) => {
      await writeReferrers(client, referrers, popular?.user)
      await client.query(`create temp table newcomer on commit drop as
        select person.*, ${friendColumns(isLoaded)}
        from (
          select i, ${userColumns(letter, ms)}, ${referredBy} as referred_by
          from generate_series(${first}, ${last}) as i
        ) as person
        join referrer on referrer.number = person.referred_by`)
      await write(client, tenantId, [
        `insert into account (tenant_id, id, external_id, currency, value_minor, billing_interval_type,
           billing_interval_value, subscription_status, browser_paid, provider_id, paid_at, created_at)
         select $1, account_id, external_id, 'USD', 4990, 'MONTH', 1,
           case when is_left then 'CANCELLED' when is_paid then 'PAID' else 'TRIAL' end, false,
           case when is_paid then 'cus_' || md5(external_id) end, paid_at, created_at
         from newcomer`,
        ...addUsers,
        ...addReferrals,
      ])
    })
    onFilled?.(last - first + 1)
  }
}

/** The tables that tenants have rows in by what they do, without their programs. */
async function tablesOfTenants(owner: pg.Pool): Promise<readonly string[]> {
  const rows = await rowsOf<{ name: string }>(
    owner,
    `select c.relname as name
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'app' and c.relkind in ('r', 'p') and c.relname <> 'program'
       and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_only')
     order by 1`,
  )
  return rows.map((it) => it.name)
}

/** Deletes all tracking data of every tenant; entries of the audit log can only be added. */
export async function emptyDataset(owner: pg.Pool): Promise<void> {
  const tables = (await tablesOfTenants(owner)).filter((it) => !it.includes('audit_'))
  // A worker of the service that reads meanwhile may hold a table that comes later, and wait for an earlier one.
  await retryOnConflict(() => owner.query(`truncate ${tables.join(', ')}`))
}

/** What the server does by itself after a while, and what would otherwise begin while it is measured. */
export async function settle(owner: pg.Pool): Promise<void> {
  for (const text of ['vacuum analyze', 'checkpoint']) await owner.query(text)
}

async function inFilling(owner: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function writeReferrers(
  client: pg.PoolClient,
  referrers: readonly SampleUser[],
  popular: SampleUser | undefined,
): Promise<void> {
  await client.query(`create temp table referrer (number int8 primary key, account_id uuid, user_id uuid, code text)
    on commit drop`)
  const all = [...referrers.entries(), ...(popular === undefined ? [] : [[-1, popular] as const])]
  await client.query(
    'insert into referrer select * from unnest($1::int8[], $2::uuid[], $3::uuid[], $4::text[])',
    [
      all.map(([number]) => number),
      all.map(([, user]) => user.accountKey),
      all.map(([, user]) => user.userKey),
      all.map(([, user]) => user.code),
    ],
  )
}

async function write(client: pg.PoolClient, tenantId: TenantId, texts: readonly string[]): Promise<void> {
  await client.query('analyze newcomer')
  for (const text of texts) await client.query(text, [tenantId])
}
