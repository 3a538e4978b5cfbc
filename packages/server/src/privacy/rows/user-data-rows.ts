import type { AccountKey, UserKey } from '@goodword/domain/values/ids'
import { NIL } from 'uuid'
import { byKey, leftJoinByKey } from '../../engine/driver/by-key.ts'
import { columnList, isoTime } from '../../engine/driver/rows.ts'
import { type Statement, statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'

/** A row as it is stored. */
export type StoredRow = Readonly<Record<string, unknown>>

/** The person whose rows are read. */
export type Owner = { readonly account: AccountKey; readonly user: UserKey }

/** Reads up to `limit` rows of an owner after a position, in the order of their positions. */
export type RowReader = (tx: TenantTx, owner: Owner, after: string, limit: number) => Promise<StoredRow[]>

/** Rows by a key of the owner, of which there is one at most. */
function one(name: string, sql: string, keyOf: (owner: Owner) => string): RowReader {
  const it = statement(name, sql)
  return (tx, owner, after) => (after === '' ? tx.rows<StoredRow>(it, [keyOf(owner)]) : Promise.resolve([]))
}

export const readUserRow = one(
  'data.user',
  `
select ${columnList('p', 'account_user')}
from account_user p
where p.tenant_id = $1
  and ${byKey('p.id', '$2')}`,
  (it) => it.user,
)

export const readAccountRow = one(
  'data.account',
  `
select ${columnList('a', 'account')}
from account a
where a.tenant_id = $1
  and ${byKey('a.id', '$2')}`,
  (it) => it.account,
)

export const readOwnReferral = one(
  'data.referral',
  `
select ${columnList('r', 'referral')}
from referral r
where r.tenant_id = $1
  and ${byKey('r.referred_account_id', '$2')}`,
  (it) => it.account,
)

const codes = statement(
  'data.codes',
  `
select ${columnList('c', 'referral_code')}
from referral_code c
where c.tenant_id = $1
  and c.user_id between $2::uuid and $2::uuid
  and c.code > $3
order by c.user_id, c.code
limit $4`,
)

export const readCodes: RowReader = (tx, { user }, after, limit) => tx.rows(codes, [user, after, limit])

const formerCodes = statement(
  'data.former_codes',
  `
select f.spelling, f.is_exact, f.created_at
from former_code f
where f.tenant_id = $1
  and f.user_id between $2::uuid and $2::uuid
  and f.spelling > $3
order by f.user_id, f.spelling
limit $4`,
)

export const readFormerCodes: RowReader = (tx, { user }, after, limit) =>
  tx.rows(formerCodes, [user, after, limit])

const evidence = statement(
  'data.evidence',
  `
select e.key, e.kind, e.first_seen_at, e.last_seen_at
from evidence_key e
where e.tenant_id = $1
  and e.account_id between $2::uuid and $2::uuid
  and e.key > $3::uuid
order by e.account_id, e.key
limit $4`,
)

export const readEvidence: RowReader = (tx, { account }, after, limit) =>
  tx.rows(evidence, [account, after === '' ? NIL : after, limit])

/** Rows of the account in the order of their IDs, of the person or of no person. */
function ofAccount(it: Statement): RowReader {
  return (tx, { account, user }, after, limit) =>
    tx.rows(it, [account, user, after === '' ? NIL : after, limit])
}

const mails = statement(
  'data.mails',
  `
select ${columnList('m', 'mail')}
from mail m
where m.tenant_id = $1
  and m.user_id between $2::uuid and $2::uuid
  and m.id > $3::uuid
order by m.user_id, m.id
limit $4`,
)

export const readMailRows: RowReader = (tx, { user }, after, limit) =>
  tx.rows(mails, [user, after === '' ? NIL : after, limit])

const invitations = statement(
  'data.invitations',
  `
select ${columnList('x', 'invitation', ['address_hash'])}
from invitation x
where x.tenant_id = $1
  and x.user_id between $2::uuid and $2::uuid
  and (x.created_at, x.id) > ($3::timestamptz, $4::uuid)
order by x.user_id, x.created_at, x.id
limit $5`,
)

/** The position of an invitation is when it was made and its ID. */
export const readInvitations: RowReader = (tx, { user }, after, limit) => {
  const [time = '', id = NIL] = after === '' ? [] : after.split(' ')
  return tx.rows(invitations, [user, time === '' ? '-infinity' : isoTime(Number(time)), id, limit])
}

export const readReferrals = ofAccount(
  statement(
    'data.referrals',
    `
select ${columnList('r', 'referral')}
from referral r
where r.tenant_id = $1
  and r.referring_account_id = $2
  and r.referring_user_id = $3
  and r.id > $4::uuid
order by r.referring_account_id, r.id
limit $5`,
  ),
)

export const readRewards = ofAccount(
  statement(
    'data.rewards',
    `
select ${columnList('w', 'reward')}
from reward w
where w.tenant_id = $1
  and w.account_id = $2
  and (w.user_id is null or w.user_id = $3)
  and w.id > $4::uuid
order by w.account_id, w.id
limit $5`,
  ),
)

export const readEvents = ofAccount(
  statement(
    'data.events',
    `
select ${columnList('e', 'event', ['subject'])}
from event e
where e.tenant_id = $1
  and e.account_id = $2
  and (e.user_id is null or e.user_id = $3)
  and e.id > $4::uuid
order by e.account_id, e.id
limit $5`,
  ),
)

const entries = statement(
  'data.entries',
  `
select ${columnList('e', 'entry')}
from (
  select x.*
  from entry x
  where x.tenant_id = $1
    and x.account_id = $2
    and (x.effective_at, x.id) > ($4::timestamptz, $5::uuid)
  order by x.account_id, x.effective_at, x.id
) as e
cross join lateral (
  select w.user_id
  from reward w
  where w.tenant_id = $1
    and ${byKey('w.id', 'e.reward_id')}
) as w
where w.user_id is null
  or w.user_id = $3
order by e.effective_at, e.id
limit $6`,
)

/** The position of an entry is the time when it counts and its ID. */
export const readEntries: RowReader = (tx, { account, user }, after, limit) => {
  const [time = '', id = NIL] = after === '' ? [] : after.split(' ')
  const from = time === '' ? '-infinity' : isoTime(Number(time))
  return tx.rows(entries, [account, user, from, id, limit])
}

const balances = statement(
  'data.balances',
  `
select ${columnList('b', 'closing_balance')}
from closing_balance b
where b.tenant_id = $1
  and b.account_id = $2
order by b.account_id, b.reward_source, b.reward_type, b.unit
limit $3`,
)

/** Reads at most one balance of each unit for each kind of reward. */
export const readBalances: RowReader = (tx, { account }, after) =>
  after === '' ? tx.rows(balances, [account, 1000]) : Promise.resolve([])

const deliveries = statement(
  'data.deliveries',
  `
select e.id as event, d.id, d.receiver_id, d.type, d.state, d.attempts, d.created_at
from (
  select x.id
  from event x
  where x.tenant_id = $1
    and x.account_id = $2
    and (x.user_id is null or x.user_id = $3)
    and x.id > $4::uuid
  order by x.account_id, x.id
  limit $5
) as e
${leftJoinByKey('webhook_delivery d', 'event_id', 'e.id')}
order by e.id`,
)

/** The deliveries of so many events; an event without one has a row as well, to go on from. */
export const readDeliveries = ofAccount(deliveries)
