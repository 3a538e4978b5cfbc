import type { AccountId, AccountKey, UserId, UserKey } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import { byKey, joinByKey, leftJoinByKey } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { joinSharedPayment } from './reward-list.ts'

/**
 * What the rewards of an account came to, each time: credit that was given or taken back, and what percentages took off its bills.
 * Credit that a bill took is counted when it is given.
 * What the account got as a friend is not among it. Rewards without an amount in a currency are there with nothing.
 */
const amountsOf = (account: string) => `(
  select w.id, w.user_id, w.referral_id, w.payment_key, x.at, x.unit, x.credit,
    case w.type when 'PCT_DISCOUNT' then x.discount else 0 end as discount, x.is_given
  from (
    (
      select e.reward_id, e.effective_at as at, e.unit, case e.reward_type when 'CREDIT' then e.amount else 0 end as credit,
        0::int8 as discount, e.kind = 'GRANT' as is_given
      from entry e
      where e.tenant_id = $1
        and e.kind in ('GRANT', 'REVERSAL')
        and ${byKey('e.account_id', account)}
    )
    union all
    select part."rewardId", b.billed_at, b.currency, 0::int8, part.amount, false
    from (
      select b.*
      from processor_bill b
      where b.tenant_id = $1
        and (b.state = 'MENDED' or b.actual_minor >= b.expected_minor)
        and ${byKey('b.account_id', account)}
    ) as b
    cross join lateral jsonb_to_recordset(b.counted) as part("rewardId" uuid, amount int8)
  ) as x
  ${joinByKey('reward w', 'id', 'x.reward_id', `w.source <> 'REFERRED'`)}
)`

/** What the rewards of a person came to in a calendar year and a unit, in its smallest piece; without a person those of the account. */
export type YearlyRewardsRow = {
  readonly account_id: AccountKey
  readonly account: AccountId
  readonly user: UserId | null
  readonly user_id: UserKey | null
  readonly year: number
  readonly unit: string
  readonly credit: number
  readonly discount: number
}

const ofAccounts = statement(
  'reward.yearly_of_accounts',
  `
select a.id as account_id, a.external_id as account, p.external_id as "user", s.user_id, s.year, s.unit, s.credit, s.discount
from unnest($2::uuid[]) as those(id)
${joinByKey('account a', 'id', 'those.id')}
cross join lateral (
  select x.user_id, x.unit, extract(year from x.at at time zone $3::text)::int4 as year, sum(x.credit)::int8 as credit,
    sum(x.discount)::int8 as discount
  from ${amountsOf('a.id')} as x
  where x.at between $4::timestamptz and $5::timestamptz
  group by x.user_id, x.unit, year
  having sum(x.credit) <> 0 or sum(x.discount) <> 0
) as s
${leftJoinByKey('account_user p', 'id', 's.user_id')}
order by a.id, s.user_id, s.year, s.unit`,
)

/** A range of times, both inclusive; null is no limit. */
type Between = { readonly from: number | null; readonly to: number }

/** Sums up the rewards of accounts by person, unit and calendar year of a time zone. */
export function sumYearlyRewards(
  tx: TenantTx,
  accounts: readonly AccountKey[],
  timeZone: string,
  { from, to }: Between,
): Promise<YearlyRewardsRow[]> {
  const since = from === null ? '-infinity' : isoTime(from)
  return tx.rows<YearlyRewardsRow>(ofAccounts, [accounts, timeZone, since, isoTime(to)])
}

const owners = statement(
  'reward.walk_owners',
  `
select distinct w.account_id
from reward w
where w.tenant_id = $1
  and w.account_id > $2::uuid
order by w.account_id
limit $3`,
)

/** The next accounts with rewards after one, in the order of their keys. */
export async function walkRewarded(
  tx: TenantTx,
  after: string,
  limit: number,
): Promise<readonly AccountKey[]> {
  const rows = await tx.rows<Pick<YearlyRewardsRow, 'account_id'>>(owners, [after, limit])
  return rows.map((it) => it.account_id)
}

/** A friend who brought a reward of this year at or beyond an amount, and the sum of the year. */
export type FriendBeyondRow = { readonly account: AccountId; readonly year_minor: number }

const beyond = statement(
  'reward.friends_beyond_amount',
  `
select distinct a.external_id as account, x.year_minor
from (
  select y.*, (sum(y.amount) over (order by y.at, y.id rows unbounded preceding))::int8 as so_far,
    (sum(y.amount) over ())::int8 as year_minor
  from (
    select x.*, case x.unit when $3::text then x.credit + x.discount else 0 end as amount,
      coalesce(x.referral_id, f.referral_id) as referral
    from (
      select p.*
      from account_user p
      where p.tenant_id = $1
        and ${byKey('p.id', '$2::uuid')}
    ) as p
    cross join lateral ${amountsOf('p.account_id')} as x
    ${joinSharedPayment('x')}
    where x.user_id = p.id
      and x.at >= date_trunc('year', $4::timestamptz at time zone $5::text) at time zone $5::text
      and x.at < (date_trunc('year', $4::timestamptz at time zone $5::text) + interval '1 year') at time zone $5::text
  ) as y
) as x
${joinByKey('referral r', 'id', 'x.referral')}
${joinByKey('account a', 'id', 'r.referred_account_id')}
where x.is_given
  and x.so_far >= $6::int8
  and not r.is_replaced
  and not r.signals @> $7::jsonb
limit $8`,
)

/**
 * Finds friends who brought rewards of the calendar year with which, or after which, the sum of the year was at least an amount, also
 * rewards that are scheduled for later in the year.
 *
 * @param without part of a signal: friends whose referral has such a one are left out
 */
export function findFriendsBeyond(
  tx: TenantTx,
  user: UserKey,
  year: { readonly at: number; readonly timeZone: string },
  amount: { readonly minor: number; readonly currency: Currency },
  without: object,
  limit: number,
): Promise<FriendBeyondRow[]> {
  const times = [isoTime(year.at), year.timeZone]
  const signal = JSON.stringify([without])
  return tx.rows(beyond, [user, amount.currency, ...times, amount.minor, signal, limit])
}
