import {
  type EvidenceKey,
  type EvidenceKind,
  isPersonal,
  type KeyHistory,
  MAX_ACCOUNTS_PER_KEY,
  MAX_FRIENDS_COUNTED,
  MAX_KEYS_PER_ACCOUNT,
  MAX_PUBLIC_CLICKS_COUNTED,
  PUBLIC_CLICK_DAYS,
} from '@goodword/domain/fraud/fraud-history'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { HistoryOfReferrer } from '@goodword/domain/tracking/facts-in-calls'
import type { AccountId, AccountKey } from '@goodword/domain/values/ids'
import { byKey, leftJoinByKey } from '../../engine/driver/by-key.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { firstIdOf } from '../../engine/lists/id-range.ts'
import { type CodeRow, selectCode } from './codes.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** An account whose history fraud rules need: by the code that a call names for it, or else by who referred it. */
export type AskedHistory = {
  readonly accountId: AccountId
  readonly code: ReferralCode | null
  readonly keys: readonly EvidenceKey[]
}

type HistoryRow = {
  account: AccountId
  referrer: AccountKey | null
  in_hour: number
  in_day: number
  seen_at: number | null
  public_clicks: number
  keys: StoredKey[] | null
  own_root: AccountKey | null
  referrer_root: AccountKey | null
} & (CodeRow | { [Name in keyof CodeRow]: null })
type StoredKey = {
  kind: EvidenceKind
  key: string
  accounts: number
  in_hour: number
  in_day: number
  friends: AccountKey[] | null
  is_referrers: boolean
  is_known: boolean
}

// Reads at most so many index entries per key, and per referrer, however many there are. With the keys that are asked for come
// those that the account was seen with before: a code may come in a call that has none. Most keys are new, and get no row.
const history = statement(
  'evidence_key.history',
  `
select asked.account, owner.id as referrer, coalesce(started.in_hour, 0)::int4 as in_hour, coalesce(started.in_day, 0)::int4 as in_day,
  coalesce(before.started_at, code.created_at) as seen_at, public.clicks as public_clicks, keys.found as keys,
  own_person.root as own_root, person.root as referrer_root, code.*
from unnest($2::text[], $3::text[], $4::text[]) as asked(account, code, keys)
left join lateral ${selectCode('asked.code')} as code on true
left join lateral (
  select a.id
  from account a
  where a.tenant_id = $1
    and ${byKey('a.external_id', 'asked.account')}
) as own on true
${leftJoinByKey('referral r', 'referred_account_id', 'own.id', 'not r.is_replaced')}
cross join lateral (
  select coalesce(code.account_id, r.referring_account_id) as id
  offset 0
) as owner
${leftJoinByKey('account_identity own_person', 'account_id', 'own.id')}
${leftJoinByKey('account_identity person', 'account_id', 'owner.id')}
left join lateral (
  select count(*) filter (where x.started_at > $5) as in_hour, count(*) as in_day
  from (
    select x.started_at
    from referral x
    where x.tenant_id = $1
      and (x.referring_account_id, x.id) >= (owner.id, $7::uuid)
      and x.referring_account_id <= owner.id
    order by x.referring_account_id desc, x.id desc
    limit ${MAX_FRIENDS_COUNTED}
  ) as x
) as started on true
left join lateral (
  select x.started_at
  from referral x
  where x.tenant_id = $1
    and (x.referring_account_id, x.id) < (owner.id, $7::uuid)
    and x.referring_account_id >= owner.id
  order by x.referring_account_id desc, x.id desc
  limit 1
) as before on true
cross join lateral (
  select coalesce(code.user_id, case when r.started_at > $9 then r.referring_user_id end) as id
  offset 0
) as clicked
cross join lateral (
  select count(*)::int4 as clicks
  from (
    select x.id
    from public_click x
    where x.tenant_id = $1
      and (x.user_id, x.id) >= (clicked.id, $8::uuid)
      and x.user_id <= clicked.id
    order by x.user_id, x.id
    limit ${MAX_PUBLIC_CLICKS_COUNTED}
  ) as x
) as public
left join lateral (
  select jsonb_agg(jsonb_build_object(
    'kind', seen.kind, 'key', key.key, 'accounts', seen.accounts, 'in_hour', seen.in_hour, 'in_day', seen.in_day, 'friends', seen.friends,
    'is_referrers', seen.is_referrers, 'is_known', seen.is_known
  )) as found
  from (
    select unnest(asked.keys::uuid[]) as key
    union
    select stored.key
    from (
      select e.key
      from evidence_key e
      where e.tenant_id = $1
        and ${byKey('e.account_id', 'own.id')}
      limit ${MAX_KEYS_PER_ACCOUNT}
    ) as stored
  ) as key
  cross join lateral (
    select min(e.kind) as kind, (count(*) filter (where not e.is_own))::int4 as accounts,
      (count(*) filter (where not e.is_own and e.first_seen_at > $5))::int4 as in_hour,
      (count(*) filter (where not e.is_own and e.first_seen_at > $6))::int4 as in_day,
      jsonb_agg(e.account_id) filter (where not e.is_own and e.referring_account_id = owner.id) as friends,
      coalesce(bool_or(e.account_id = owner.id), false) as is_referrers, bool_or(e.is_own) as is_known
    from (
      select e.*, e.account_id is not distinct from own.id as is_own
      from evidence_key e
      where e.tenant_id = $1
        and ${byKey('e.key', 'key.key')}
      limit ${MAX_ACCOUNTS_PER_KEY + 1}
    ) as e
    having count(*) > 0
  ) as seen
) as keys on true`,
)

export type LoadedHistory = {
  readonly histories: ReadonlyMap<AccountId, HistoryOfReferrer>
  /** The codes that were asked for and exist. */
  readonly codes: readonly CodeRow[]
}

/** Loads the history that fraud rules read about accounts, their referrers, keys and codes. Times are on the tenant's clock. */
export async function loadHistory(
  tx: TenantTx,
  asked: readonly AskedHistory[],
  now: number,
): Promise<LoadedHistory> {
  if (asked.length === 0) return { histories: new Map(), codes: [] }
  const rows = await tx.rows<HistoryRow>(history, [
    asked.map((it) => it.accountId),
    asked.map((it) => it.code),
    asked.map((it) => `{${it.keys.map(({ key }) => key).join(',')}}`),
    isoTime(now - HOUR_MS),
    isoTime(now - DAY_MS),
    firstIdOf(now - DAY_MS),
    firstIdOf(startOfDay(now - PUBLIC_CLICK_DAYS * DAY_MS)),
    isoTime(now - PUBLIC_CLICK_DAYS * DAY_MS),
  ])
  const keysOf = new Map(asked.map((it) => [it.accountId, it.keys]))
  return {
    histories: new Map(rows.map((row) => [row.account, historyOf(row, keysOf.get(row.account) ?? [])])),
    codes: rows.flatMap((row) => (row.code === null ? [] : [row])),
  }
}

/** The start of a day in UTC, which is the time that an entry of a public click begins with. */
export function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS
}

function historyOf(row: HistoryRow, asked: readonly EvidenceKey[]): HistoryOfReferrer {
  const found = (row.keys ?? []).map(keyHistory)
  const stored = new Set(found.map((it) => it.key))
  const unseen = new Map(
    asked.flatMap(({ kind, key }) => (stored.has(key) ? [] : [[key, { ...UNSEEN, kind, key }]])),
  )
  return {
    referrer: row.referrer,
    friendsInHour: row.in_hour,
    friendsInDay: row.in_day,
    referrerSeenAt: row.referrer === null ? null : row.seen_at,
    publicClicks: row.public_clicks,
    keys: [...found, ...unseen.values()],
    people: { own: row.own_root, referrer: row.referrer_root },
  }
}

const UNSEEN = {
  accounts: 0,
  accountsInHour: 0,
  accountsInDay: 0,
  friends: [],
  isReferrers: false,
  isKnown: false,
} as const

function keyHistory(row: StoredKey): KeyHistory {
  return {
    kind: row.kind,
    key: row.key,
    accounts: row.accounts,
    accountsInHour: row.in_hour,
    accountsInDay: row.in_day,
    friends: row.friends ?? [],
    isReferrers: row.is_referrers,
    isKnown: row.is_known,
  }
}

/** Keys of an account from which on it gets no further networks. */
const MAX_NETWORKS_PER_ACCOUNT = 32

/** An account that was seen with a key. */
export type SeenKey = {
  readonly kind: EvidenceKind
  readonly key: string
  readonly account: AccountKey
  readonly referrer: AccountKey | null
  /** Whether no other account had it when the history was read: if one has it since, the transaction fails and is repeated. */
  readonly isFirst: boolean
  /** Whether the account, which is locked since, did not have it when the history was read. */
  readonly isNew: boolean
}

const insertSeen = `
insert into evidence_key as x (
  tenant_id, key, account_id, kind, referring_account_id, first_seen_at, last_seen_at, discriminator
)
select k.tenant_id, seen.key, seen.account_id, seen.kind, seen.referring_account_id, $6::timestamptz, $6::timestamptz,
  case when seen.can_be_first then 0 else uuid_hash_extended(seen.account_id, 1) end
from program k
cross join unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $7::bool[]) as seen(
  key, account_id, kind, referring_account_id, can_be_first
)
where k.tenant_id = $1`

// Nearly all keys are new to their account. Without a conflict to look for, a row costs PostgreSQL half as much.
const insert = statement('evidence_key.insert', insertSeen)

// A key that is seen again is written once a day, and when its account has been referred since.
const save = statement(
  'evidence_key.save',
  `${insertSeen}
on conflict (tenant_id, account_id, key) do update
set last_seen_at = excluded.last_seen_at,
  referring_account_id = coalesce(excluded.referring_account_id, x.referring_account_id)
where x.last_seen_at < $8::timestamptz
  or (x.referring_account_id is distinct from excluded.referring_account_id and excluded.referring_account_id is not null)`,
)

/**
 * Whether a key is written of an account that has so many by now. A key that many have gets no more of them, so it neither grows
 * nor is waited for; an account that was seen on many networks gets no more of those, because anybody can send unsigned calls.
 */
export function isWritten({ kind, accounts: others, isKnown }: KeyHistory, keysOfAccount: number): boolean {
  const isFree = others + (isKnown ? 1 : 0) < MAX_ACCOUNTS_PER_KEY
  return isFree && (kind !== 'network' || keysOfAccount < MAX_NETWORKS_PER_ACCOUNT)
}

/** Stores with which keys accounts were seen, in one order, so that transactions never wait for each other in a circle. */
export function saveSeenKeys(tx: TenantTx, seen: readonly SeenKey[], now: number): void {
  const unique = new Map(seen.map((it) => [`${it.key} ${it.account}`, it]))
  const inOrder = [...unique].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, it]) => it)
  const firstOfKey = new Map(inOrder.toReversed().map((it) => [it.key, it]))
  const valuesOf = (rows: readonly SeenKey[]) => [
    rows.map((it) => it.key),
    rows.map((it) => it.account),
    rows.map((it) => it.kind),
    rows.map((it) => it.referrer),
    isoTime(now),
    rows.map((it) => it.isFirst && isPersonal(it.kind) && firstOfKey.get(it.key) === it),
  ]
  const added = inOrder.filter((it) => it.isNew)
  const others = inOrder.filter((it) => !it.isNew)
  if (added.length > 0) tx.write(insert, valuesOf(added))
  if (others.length > 0) tx.write(save, [...valuesOf(others), isoTime(now - DAY_MS)])
}
