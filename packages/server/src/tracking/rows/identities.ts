import type { FraudFacts } from '@goodword/domain/fraud/fraud-facts'
import { MAX_ACCOUNTS_PER_KEY, MAX_KEYS_PER_ACCOUNT } from '@goodword/domain/fraud/fraud-history'
import { type Link, MAX_ACCOUNTS_OF_PERSON, type StoredRoot } from '@goodword/domain/fraud/identities'
import type { AccountId, AccountKey, ReferralId } from '@goodword/domain/values/ids'
import { byKey, joinByKey, leftJoinByKey } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'

/** Referrals of people that are read for one step of a walk. */
const MAX_REFERRALS_PER_STEP = 2000

/** An account, and the root of its person: null if it is linked with too many, absent if it is linked with none yet. */
export type LinkedRow = { account_id: AccountKey; root: AccountKey | null; is_stored: boolean }

// Addresses that only an unsigned call named link no accounts.
const inUse = (alias: string): string => `${alias}.confirmed and not ${alias}.email_claimed`

const linked = statement(
  'account_identity.linked',
  `
select other.account_id, i.root, i.account_id is not null as is_stored
from (
  select $2::uuid as account_id
  union
  select e.account_id
  from (
    select own.key
    from evidence_key own
    where own.tenant_id = $1
      and own.kind in ('card', 'device')
      and ${byKey('own.account_id', '$2::uuid')}
    limit ${MAX_KEYS_PER_ACCOUNT}
  ) as own
  cross join lateral (
    select e.account_id
    from evidence_key e
    where e.tenant_id = $1
      and ${byKey('e.key', 'own.key')}
    limit ${MAX_ACCOUNTS_PER_KEY}
  ) as e
  union
  select p.account_id
  from (
    select own.email_key
    from account_user own
    where own.tenant_id = $1
      and own.email_key is not null
      and ${inUse('own')}
      and ${byKey('own.account_id', '$2::uuid')}
    limit ${MAX_KEYS_PER_ACCOUNT}
  ) as own
  cross join lateral (
    select p.account_id
    from account_user p
    where p.tenant_id = $1
      and ${inUse('p')}
      and ${byKey('p.email_key', 'own.email_key')}
    limit ${MAX_ACCOUNTS_PER_KEY}
  ) as p
) as other
${leftJoinByKey('account_identity i', 'account_id', 'other.account_id')}`,
)

/** An account and those that have a card, a device or a mailbox in common with it. */
export function loadLinkedAccounts(tx: TenantTx, account: AccountKey): Promise<LinkedRow[]> {
  return tx.rows(linked, [account])
}

const members = statement(
  'account_identity.members',
  `
select i.account_id, i.root
from unnest($2::uuid[]) as requested(root)
cross join lateral (
  select i.account_id, i.root
  from account_identity i
  where i.tenant_id = $1
    and ${byKey('i.root', 'requested.root')}
  limit ${MAX_ACCOUNTS_OF_PERSON}
) as i`,
)

/** The accounts of people by their roots. */
export function loadMembers(
  tx: TenantTx,
  roots: readonly AccountKey[],
): Promise<{ account_id: AccountKey; root: AccountKey }[]> {
  return tx.rows(members, [roots])
}

// Who has a key that is full has nothing in common with the others, because it is shared by strangers.
const links = statement(
  'account_identity.links',
  `
with own as materialized (
  select e.account_id, e.key
  from unnest($2::uuid[]) as member(id)
  cross join lateral (
    select e.account_id, e.key
    from evidence_key e
    where e.tenant_id = $1
      and e.kind in ('card', 'device')
      and ${byKey('e.account_id', 'member.id')}
    limit ${MAX_KEYS_PER_ACCOUNT}
  ) as e
)
select own.account_id as account, own.key::text as key
from own
join (
  select distinct_key.key
  from (select distinct own.key from own) as distinct_key
  cross join lateral (
    select count(*) as accounts
    from (
      select e.account_id
      from evidence_key e
      where e.tenant_id = $1
        and ${byKey('e.key', 'distinct_key.key')}
      limit ${MAX_ACCOUNTS_PER_KEY}
    ) as e
  ) as seen
  where seen.accounts < ${MAX_ACCOUNTS_PER_KEY}
) as usable on usable.key = own.key
union all
select p.account_id, p.email_key
from unnest($2::uuid[]) as member(id)
cross join lateral (
  select p.account_id, p.email_key
  from account_user p
  where p.tenant_id = $1
    and p.email_key is not null
    and ${inUse('p')}
    and ${byKey('p.account_id', 'member.id')}
  limit ${MAX_KEYS_PER_ACCOUNT}
) as p`,
)

/** The cards, devices and mailboxes that link these accounts with others. */
export function loadLinks(tx: TenantTx, accounts: readonly AccountKey[]): Promise<Link[]> {
  return tx.rows(links, [accounts])
}

const otherAccount = statement(
  'account_identity.other_account',
  `
select other.account_id
from account_identity own
cross join lateral (
  select i.account_id
  from account_identity i
  where i.tenant_id = $1
    and i.account_id <> own.account_id
    and ${byKey('i.root', 'own.root')}
  limit 1
) as other
where own.tenant_id = $1
  and own.account_id = $2`,
)

/** Another account of the person that an account belongs to. */
export async function findOtherAccountOfPerson(
  tx: TenantTx,
  account: AccountKey,
): Promise<AccountKey | null> {
  const [row] = await tx.rows<{ account_id: AccountKey }>(otherAccount, [account])
  return row?.account_id ?? null
}

const save = statement(
  'account_identity.save',
  `
insert into account_identity as x (tenant_id, account_id, root)
select k.tenant_id, moved.account_id, moved.root
from program k
cross join unnest($2::uuid[], $3::uuid[]) as moved(account_id, root)
where k.tenant_id = $1
on conflict (tenant_id, account_id) do update
set root = excluded.root`,
)

/** Gives accounts another root, or none. */
export function saveRoots(tx: TenantTx, moved: ReadonlyMap<AccountKey, StoredRoot>): void {
  const others = [...moved].flatMap(([account, root]) => (root === 'none' ? [] : [{ account, root }]))
  for (const [account, root] of moved) if (root === 'none') deleteIdentity(tx, account)
  if (others.length === 0) return
  tx.write(save, [others.map((it) => it.account), others.map((it) => it.root)], others.length)
}

const forget = statement(
  'account_identity.delete',
  'delete from account_identity x where x.tenant_id = $1 and x.account_id = $2',
)

/** Forgets which person an account belongs to. */
export function deleteIdentity(tx: TenantTx, account: AccountKey): void {
  tx.write(forget, [account])
}

export type PersonReferralRow = {
  id: ReferralId
  account: AccountId
  referrer: AccountKey
  facts: FraudFacts
  has_friend_reward: boolean
}

const referrals = statement(
  'account_identity.referrals',
  `
select r.id, a.external_id as account, r.referring_account_id as referrer, r.facts,
  friend_reward.id is not null as has_friend_reward
from unnest($2::uuid[]) as requested(id)
${joinByKey('referral r', 'referred_account_id', 'requested.id', 'not r.is_replaced')}
${joinByKey('account a', 'id', 'requested.id')}
left join lateral (
  select w.id
  from reward w
  where w.tenant_id = $1
    and w.source = 'REFERRED'
    and w.cancelled_at is null
    and ${byKey('w.referral_id', 'r.id')}
) as friend_reward on true`,
)

/** The referrals by which these accounts came. */
export function loadReferralsOfPerson(
  tx: TenantTx,
  accounts: readonly AccountKey[],
): Promise<PersonReferralRow[]> {
  return tx.rows(referrals, [accounts])
}

export type ReferralBetweenPeopleRow = {
  started_at: number
  account: AccountId
  friend: AccountKey
  referrer: AccountKey
}

const between = statement(
  'account_identity.referrers',
  `
select r.started_at, a.external_id as account, friend.person as friend, coalesce(i.root, r.referring_account_id) as referrer
from unnest($2::uuid[]) as friend(person)
cross join lateral (
  select friend.person as account_id
  union
  select m.account_id
  from (
    select m.account_id
    from account_identity m
    where m.tenant_id = $1
      and ${byKey('m.root', 'friend.person')}
    limit ${MAX_ACCOUNTS_OF_PERSON}
  ) as m
) as member
${joinByKey('referral r', 'referred_account_id', 'member.account_id', 'not r.is_replaced')}
${joinByKey('account a', 'id', 'member.account_id')}
${leftJoinByKey('account_identity i', 'account_id', 'r.referring_account_id')}
limit ${MAX_REFERRALS_PER_STEP}`,
)

/** The referrals of people, who are named by the root of the person or by their only account. */
export function loadReferrersOfPeople(
  tx: TenantTx,
  people: readonly AccountKey[],
): Promise<ReferralBetweenPeopleRow[]> {
  return tx.rows(between, [people])
}
