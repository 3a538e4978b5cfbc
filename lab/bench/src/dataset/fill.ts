import type { TenantId } from '@goodword/domain/values/ids'
import { retryOnConflict } from '@goodword/server/engine/driver/tenant-tx'
import type pg from 'pg'
import { rowsOf } from './connections.ts'
import type { SampleUser } from './sample-users.ts'

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

/** Runs vacuum, analyze and a checkpoint, which would otherwise begin during the measurement. */
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

const EARLIER = '(started_ms + 86400000)'

/**
 * Columns of friends numbered `i` beside what they are as people, for the temporary table `newcomer`: their referrer,
 * and how far they have come. Of ten loaded friends three are in progress, six have converted and one has left.
 */
function friendColumns(isLoaded: boolean): string {
  // Random and the same for the same number, so that every referrer has friends of each kind.
  const lot = 'abs(hashint8(i + 1000000007)) % 10'
  const paid = isLoaded ? `${lot} > 2` : 'false'
  const left = isLoaded ? `${lot} = 9` : 'false'
  return `referrer.account_id as referrer_account, referrer.user_id as referrer_user, referrer.code as referrer_code,
    ${paid} as is_paid, ${left} as is_left, created_ms as started_ms, created_at as started_at,
    case when ${paid} then created_at + interval '1 day' end as paid_at,
    case when ${left} then created_at + interval '2 days' end as ended_at,
    ${keyAt('created_ms', 'referral', 'external_id')} as referral_id,
    ${keyAt('created_ms', 'friend reward', 'external_id')} as friend_reward,
    ${keyAt('(created_ms + 86400000)', 'referrer reward', 'external_id')} as referrer_reward`
}

/** Adds the referrals of the temporary table `newcomer`, with their rewards and events. */
const addReferrals = [
  `insert into referral (tenant_id, id, code, status, referred_account_id, referred_user_id,
     referring_account_id, referring_user_id, referred_moderation, referred_moderated_by, referrer_moderation,
     referrer_moderated_by, signals, started_at, converted_at, ended_at)
   select $1, referral_id, referrer_code,
     case when is_left then 'ENDED' when is_paid then 'CONVERTED' else 'IN_PROGRESS' end, account_id, user_id,
     referrer_account, referrer_user, 'APPROVED', 'program', 'APPROVED', 'program', '[]', started_at, paid_at, ended_at
   from newcomer`,
  ...rewardsOf('friend', 'started', 'true'),
  ...rewardsOf('referrer', 'paid', 'is_paid'),
  ...[
    event('referral.started', 'EXPLICIT_CODE', 'true', 'started_ms', { referrer: true, code: true }),
    event('reward.created', 'ATTRIBUTED', 'true', 'started_ms', { reward: 'friend_reward' }),
    event('referral.converted', 'FIRST_PAYMENT', 'is_paid', EARLIER, { referrer: true }),
    event('reward.created', 'CONVERTED', 'is_paid', EARLIER, { reward: 'referrer_reward' }),
    event('referral.ended', 'SUBSCRIPTION_CANCELLED', 'is_left', `(${EARLIER} + 86400000)`, {
      referrer: true,
    }),
  ],
]

function rewardsOf(side: 'friend' | 'referrer', from: 'started' | 'paid', given: string): string[] {
  const source = side === 'friend' ? 'REFERRED' : 'FRIEND_SIGNUP'
  const reward = `${side}_reward`
  const owner = side === 'friend' ? 'account_id, user_id' : 'referrer_account, referrer_user'
  const end = `paid_at + interval '1 year'`
  const entry = (kind: string, cause: string, amount: string, at: string, made: string, where: string) =>
    `insert into entry (tenant_id, id, account_id, reward_id, source, kind, reward_source, reward_type, unit, amount,
       effective_at, created_at)
     select $1, ${keyAt(`(extract(epoch from ${made}) * 1000)::int8`, `${side} ${kind} ${amount}`, 'external_id')},
       ${side === 'friend' ? 'account_id' : 'referrer_account'}, ${reward}, ${cause}, '${kind}', '${source}',
       'PCT_DISCOUNT', '%', ${amount}, ${at}, ${made}
     from newcomer where ${where}`
  const reversal = `'reversal:' || ${reward} || ':' || (extract(epoch from ended_at) * 1000)::int8`
  return [
    `insert into reward (tenant_id, id, account_id, user_id, referral_id, source, type, unit, amount, months,
       redeemed, created_at, given_at, expires_at, cancelled_at)
     select $1, ${reward}, ${owner}, referral_id, '${source}', 'PCT_DISCOUNT', '%', 1000, 12, 0, ${from}_at,
       ${from}_at, ${end}, ended_at
     from newcomer where ${given}`,
    entry('GRANT', `'grant:' || ${reward}`, '1000', `${from}_at`, `${from}_at`, given),
    entry('EXPIRY', `'expiry:' || ${reward}`, '-1000', end, 'paid_at', 'is_paid'),
    entry('REVERSAL', reversal, '-1000', 'ended_at', 'ended_at', 'is_left'),
    entry('REVERSAL', `${reversal} || ':expiry'`, '1000', end, 'ended_at', 'is_left'),
  ]
}

function event(
  type: string,
  reason: string,
  where: string,
  ms: string,
  about: { readonly referrer?: true; readonly code?: true; readonly reward?: string },
): string {
  // The event of a referrer's reward belongs to the referrer.
  const account = about.reward === 'referrer_reward' ? 'referrer_account' : 'account_id'
  return `insert into event (tenant_id, id, account_id, referring_account_id, type, reason, actor, code, referral_id,
     reward_id, created_at)
   select $1, ${keyAt(ms, `${type} ${reason}`, 'external_id')}, ${account},
     ${about.referrer ? 'referrer_account' : 'null'}, '${type}', '${reason}', 'server',
     ${about.code ? 'referrer_code' : 'null'}, referral_id, ${about.reward ?? 'null'}, to_timestamp(${ms} / 1000.0)
   from newcomer where ${where}`
}

/**
 * Rows of people as SQL writes them, in the form in which the service would have: accounts named by a letter and a
 * number, each with one person who has a name, an address and a code.
 */

const FIRST_NAMES = `'Ada', 'Bruno', 'Carla', 'Deniz', 'Emma', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kim', 'Lena'`
const LAST_NAMES = `'Adler', 'Brandt', 'Costa', 'Demir', 'Eriksen', 'Fischer', 'Garcia', 'Hansen', 'Ito', 'Jansen'`

/** A uuid of version 7 whose time is `ms`, a text of SQL as `name` is. */
function keyAt(ms: string, kind: string, name: string): string {
  const hash = `md5('${kind} ' || ${name})`
  return `(lpad(to_hex(${ms}), 12, '0') || '7' || left(${hash}, 3) || '8' || substr(${hash}, 4, 15))::uuid`
}

/** The columns of people number `i`, created at `ms` milliseconds, for a temporary table. */
function userColumns(letter: string, ms: string): string {
  const name = `('${letter}' || i)`
  const pick = (names: string) => `(array[${names}])[1 + abs(hashint4(i)) % array_length(array[${names}], 1)]`
  return `${name} as external_id, ${ms} as created_ms, to_timestamp(${ms} / 1000.0) as created_at,
    ${keyAt(ms, 'account', name)} as account_id, ${keyAt(ms, 'person', name)} as user_id,
    upper(left(md5('code ' || ${name}), 12)) as code, ${pick(FIRST_NAMES)} as first_name,
    ${pick(LAST_NAMES)} as last_name, ${name} || '@example.com' as email`
}

/** Adds the people of the temporary table `newcomer`; the accounts are there already. */
const addUsers = [
  `insert into account_user (tenant_id, id, account_id, external_id, code, email, email_key, search_name,
     search_last_name, search_email, email_claimed, confirmed, first_name, last_name, browser_seen_at, created_at)
   select $1, user_id, account_id, external_id || '_user', code, email, email,
     lower(first_name || ' ' || last_name), lower(last_name), email, true, false, first_name, last_name, created_at,
     created_at
   from newcomer`,
  `insert into referral_code (tenant_id, code, account_id, user_id, created_at)
   select $1, code, account_id, user_id, created_at from newcomer`,
  `insert into event (tenant_id, id, account_id, type, reason, actor, user_id, created_at)
   select $1, ${keyAt('created_ms', 'identified', 'external_id')}, account_id, 'user.created', 'IDENTIFIED',
     'browser', user_id, created_at
   from newcomer`,
]
