import type { UserMilestones } from '@goodword/domain/rewards/milestones'
import type { Milestone } from '@goodword/domain/rewards/reward'
import type { AccountKey, UserIds, UserKey } from '@goodword/domain/values/ids'
import { byKey, firstFrom } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type RewardRow, rewardColumns, rewardOf } from './rewards.ts'

/** SQL that selects the rewards of a person for milestones, those that were taken back as well. */
const rewardsOf = (columns: string, person: string): string => `select ${columns}
  from reward w
  where w.tenant_id = $1
    and w.milestone is not null
    and ${byKey('w.user_id', person)}, w.milestone`

// No more friends are counted than decide anything: so many as the highest milestone that the program has, or the person, and
// those that the calls may take away.
const ofReferrers = statement(
  'reward.lock_milestones_of_referrers',
  `
select person.id as referrer_id, counted.friends, ${rewardColumns}
from (
  select unnest($2::uuid[])
  union
  select r.referring_user_id
  from unnest($3::uuid[]) as referred(id)
  cross join lateral (
    select r.referring_user_id
    from referral r
    where r.tenant_id = $1
      and not r.is_replaced
      and ${byKey('r.referred_account_id', 'referred.id')}
  ) as r
  union
  select p.id
  from unnest($4::text[], $5::text[]) as named(account, user_external_id)
  cross join lateral (
    select a.id
    from account a
    where a.tenant_id = $1
      and ${byKey('a.external_id', 'named.account')}
  ) as a
  join lateral (
    select p.id, p.external_id, p.account_id
    from account_user p
    where p.tenant_id = $1
      and ${firstFrom(['p.external_id', 'p.account_id'], ['named.user_external_id', 'a.id'])}
  ) as p on p.external_id = named.user_external_id and p.account_id = a.id
) as person(id)
cross join lateral (
  select max(had.milestone) as highest
  from (
    ${rewardsOf('w.milestone', 'person.id')}
  ) as had
) as had
cross join lateral (
  select count(*) as friends
  from (
    select
    from referral x
    where x.tenant_id = $1
      and x.converted_at is not null
      and x.referrer_moderation = 'APPROVED'
      and not x.is_replaced
      and ${byKey('x.referring_user_id', 'person.id')}
    limit greatest($6::int, had.highest) + $7::int
  ) as x
) as counted
left join lateral (
  ${rewardsOf(rewardColumns, 'person.id')}
  for no key update
) as w on true`,
)

/** The referrers whose milestones calls may change. Their accounts are locked by then. */
export type MilestoneReferrers = {
  readonly users: readonly UserKey[]
  /** The accounts whose referrers are meant. */
  readonly referred: readonly AccountKey[]
  /** Users who may not have been known before. */
  readonly named: readonly UserIds[]
}

type Row = { readonly referrer_id: UserKey; readonly friends: number } & (RewardRow | { readonly id: null })

/**
 * Counts the friends of referrers, and locks their rewards for milestones.
 *
 * @param highest the highest milestone of the program; 0 if it has none
 * @param changes by how many friends at most the number of a referrer changes
 */
export async function lockMilestones(
  tx: TenantTx,
  { users, referred, named }: MilestoneReferrers,
  highest: number,
  changes: number,
): Promise<ReadonlyMap<UserKey, UserMilestones>> {
  const rows = await tx.rows<Row>(ofReferrers, [
    users,
    referred,
    named.map((it) => it.accountId),
    named.map((it) => it.userId),
    highest,
    changes,
  ])
  const found = new Map<UserKey, UserMilestones>()
  for (const row of rows) {
    const { referrer_id: user, friends } = row
    const rewards = found.get(user)?.rewards ?? []
    const own = row.id === null ? [] : [{ id: row.id, reward: rewardOf(row) }]
    found.set(user, { friends, rewards: [...rewards, ...own] })
  }
  return found
}

const given = statement(
  'reward.milestones_of_user',
  `
select ${rewardColumns}
from (
  ${rewardsOf(rewardColumns, '$2::uuid')}
) as w
where w.cancelled_at is null`,
)

/** Finds the milestones whose reward a person has, with the terms of that reward. */
export async function findMilestones(tx: TenantTx, user: UserKey): Promise<readonly Milestone[]> {
  const rows = await tx.rows<RewardRow>(given, [user])
  return rows.map((row) => {
    const { milestone, spec } = rewardOf(row)
    return { friends: milestone ?? 0, reward: spec }
  })
}
