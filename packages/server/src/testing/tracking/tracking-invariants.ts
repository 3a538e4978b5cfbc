import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'

/**
 * Lists the invariants of the tracking tables that a tenant's rows violate; empty when all hold. Reads past row-level security,
 * so it must be given the owner's database.
 */
export async function brokenInvariants(owner: Database, tenantId: TenantId): Promise<readonly string[]> {
  const names = Object.keys(violations)
  const counts = await Promise.all(
    names.map(async (name, index) => {
      const text = `select count(*) as broken from (${violations[name]}) as violation`
      const [row] = await owner.query<{ broken: number }>({ name: `invariant.${index}`, text }, [tenantId])
      return row?.broken ?? -1
    }),
  )
  return names.filter((_name, index) => counts[index] !== 0)
}

/** Each selects what must not exist in the tenant $1. */
const violations: Readonly<Record<string, string>> = {
  'an account has at most one referral, beside one that was replaced': `
    select from referral where tenant_id = $1 group by referred_account_id, is_replaced having count(*) > 1`,
  'a replaced referral has ended, was named by pages alone, and nobody waits for it or has a reward of it': `
    select from referral r left join reward w on w.tenant_id = $1 and w.referral_id = r.id
    where r.tenant_id = $1 and r.is_replaced and (r.ended_at is null or not r.from_page
      or 'PENDING' in (r.referred_moderation, r.referrer_moderation)
      or (w.id is not null and w.cancelled_at is null and w.redeemed = 0 and (w.expires_at is null or w.expires_at > r.ended_at)))`,
  'what is outstanding is a valid reward for a conversion that nobody has confirmed': `
    select from referral r
    left join reward w on w.tenant_id = $1 and w.referral_id = r.id and w.source = 'FRIEND_SIGNUP'
      and w.cancelled_at is null
    where r.tenant_id = $1
      and (r.outstanding_until is not null) <> (r.unconfirmed_at is not null and w.id is not null)`,
  'a referral has at most one reward of a source': `
    select from reward where tenant_id = $1 and referral_id is not null group by referral_id, source having count(*) > 1`,
  'a referrer is rewarded only for a conversion': `
    select from reward w join referral r on r.tenant_id = $1 and r.id = w.referral_id
    where w.tenant_id = $1 and w.source = 'FRIEND_SIGNUP' and r.converted_at is null`,
  'a referrer has no more rewards than the program allows': `
    select from reward w join program k on k.tenant_id = $1
    where w.tenant_id = $1 and w.source = 'FRIEND_SIGNUP' and w.cancelled_at is null
    group by w.account_id, k.settings having count(*) > (k.settings ->> 'maxReferrerRewards')::int`,
  'a user has the reward of a milestone exactly while so many friends of theirs count': `
    select from account_user p
    join program k on k.tenant_id = $1
    cross join lateral (
      select count(*) as friends from referral r
      where r.tenant_id = $1 and r.referring_user_id = p.id and not r.is_replaced
        and r.converted_at is not null and r.referrer_moderation = 'APPROVED'
    ) as f
    cross join lateral jsonb_array_elements(coalesce(k.settings -> 'milestones', '[]')) as m
    left join reward w on w.tenant_id = $1 and w.user_id = p.id and w.cancelled_at is null
      and w.milestone = (m ->> 'friends')::int
    where p.tenant_id = $1 and (w.id is not null) <> (f.friends >= (m ->> 'friends')::int)`,
  'a status says what the times say': `
    select from referral where tenant_id = $1 and status <> case
      when ended_at is not null then 'ENDED' when converted_at is not null then 'CONVERTED' else 'IN_PROGRESS' end`,
  'a referral converts only when its account has paid, and has a user or a customer at the processor': `
    select from referral r join account f on f.tenant_id = $1 and f.id = r.referred_account_id
    where r.tenant_id = $1 and not r.is_replaced and r.converted_at is not null
      and (f.paid_at is null or r.referred_user_id is null and f.provider_id is null)`,
  'a friend earns only by a referral, and what is not a discount only by a conversion': `
    select from reward w left join referral r on r.tenant_id = $1 and r.id = w.referral_id
    where w.tenant_id = $1 and w.source = 'REFERRED'
      and (r.id is null or (r.converted_at is null and w.type <> 'PCT_DISCOUNT' and w.given_at is not null))`,
  'a referral names its friend, its referrer and the code between them': `
    select from referral r
    left join account f on f.tenant_id = $1 and f.id = r.referred_account_id
    left join referral_code c on c.tenant_id = $1 and c.code = r.code
    where r.tenant_id = $1 and (f.id is null or c.code is null or c.account_id <> r.referring_account_id
      or c.user_id <> r.referring_user_id or r.referring_account_id = r.referred_account_id)`,
  'a person has a code, and it is theirs': `
    select from account_user p
    left join referral_code c on c.tenant_id = $1 and c.code = p.code and c.user_id = p.id
      and c.account_id = p.account_id
    where p.tenant_id = $1 and c.code is null`,
  'a code belongs to a person of the account': `
    select from referral_code c
    left join account_user p on p.tenant_id = $1 and p.id = c.user_id and p.account_id = c.account_id
    where c.tenant_id = $1 and p.id is null`,
  'a reward belongs to whose it is': `
    select from reward w join referral r on r.tenant_id = $1 and r.id = w.referral_id
    where w.tenant_id = $1 and w.account_id <> case w.source
      when 'REFERRED' then r.referred_account_id else r.referring_account_id end`,
  'an entry is about its reward': `
    select from entry e join reward w on w.tenant_id = $1 and w.id = e.reward_id
    where e.tenant_id = $1 and (e.account_id <> w.account_id or e.unit <> w.unit or e.reward_type <> w.type
      or e.reward_source <> w.source)`,
  // The reward does not show its state before it was restored, redeemed or released from a bill.
  'the ledger sums to what each reward is worth, at every moment at which it changes': `
    select
    from reward w
    cross join lateral (
      select coalesce(max(t.created_at), '-infinity') as at from entry t
      where t.tenant_id = $1 and t.reward_id = w.id
        and (t.kind = 'REDEMPTION' or t.source like 'revival:%' or t.source like 'release:%')
    ) as turn
    cross join lateral (
      select t.effective_at as at from entry t where t.tenant_id = $1 and t.reward_id = w.id
      union select unnest(array[turn.at, w.given_at, w.expires_at, w.cancelled_at, 'infinity'])
    ) as moment
    left join entry e on e.tenant_id = $1 and e.reward_id = w.id and e.effective_at <= moment.at
    where w.tenant_id = $1 and moment.at >= turn.at
    group by w.tenant_id, w.id, moment.at
    having coalesce(sum(e.amount), 0) <> case
      when w.cancelled_at <= moment.at or w.expires_at <= moment.at or w.given_at is null or w.given_at > moment.at
      then 0 else w.amount - w.redeemed end`,
  'a reward is redeemed by what redemptions took from it': `
    select from reward w
    left join entry e on e.tenant_id = $1 and e.reward_id = w.id
      and (e.kind = 'REDEMPTION' or starts_with(e.source, 'release:') and not e.source like '%:expiry')
    where w.tenant_id = $1
    group by w.tenant_id, w.id
    having w.redeemed - w.taken_back <> -coalesce(sum(e.amount), 0)
      or (w.redeemed_at is not null) <> (w.redeemed > w.reserved and w.redeemed - w.reserved = w.amount)
      or w.reserved + w.taken_back > w.redeemed`,
  'a redemption takes what it says, of one account and unit': `
    select from redemption x
    left join entry e on e.tenant_id = $1 and e.kind = 'REDEMPTION' and starts_with(e.source, 'redemption:' || x.id)
      and e.account_id = x.account_id and e.unit = x.unit
    where x.tenant_id = $1
    group by x.tenant_id, x.id
    having x.amount <> -coalesce(sum(e.amount), 0)`,
  'a closing balance is what the entries until then come to': `
    select
    from closing_balance c
    left join entry e on e.tenant_id = $1 and e.account_id = c.account_id and e.reward_source = c.reward_source
      and e.reward_type = c.reward_type and e.unit = c.unit and e.effective_at <= c.until
    where c.tenant_id = $1
    group by c.tenant_id, c.account_id, c.reward_source, c.reward_type, c.unit, c.amount
    having c.amount <> coalesce(sum(e.amount), 0)`,
  // From the last change on: concurrent calls may enter the ledger in another order than they arrived.
  'no balance is ever below nothing': `
    select
    from (
      select e.effective_at, max(e.created_at) over (partition by e.account_id) as last_change,
        sum(e.amount) over (partition by e.account_id, e.reward_type, e.unit order by e.effective_at) as balance
      from entry e
      where e.tenant_id = $1
    ) as moment
    where moment.effective_at >= moment.last_change and moment.balance < 0`,
  'a referral starts, converts and ends in one event each': `
    select from referral r left join event e on e.tenant_id = $1 and e.referral_id = r.id
    where r.tenant_id = $1
    group by r.tenant_id, r.id
    having count(*) filter (where e.type = 'referral.started') <> 1
      or count(*) filter (where e.type = 'referral.converted') <> (r.converted_at is not null)::int
      or count(*) filter (where e.type = 'referral.ended') <> (r.ended_at is not null)::int`,
  'a reward is created, cancelled and restored in one event each': `
    select from reward w left join event e on e.tenant_id = $1 and e.reward_id = w.id
    where w.tenant_id = $1
    group by w.tenant_id, w.id
    having count(*) filter (where e.type = 'reward.created') <> 1
      or count(*) filter (where e.type = 'reward.cancelled') - count(*) filter (where e.type = 'reward.restored')
        <> (w.cancelled_at is not null)::int`,
  // A person that only unsigned calls named can have the row of another, who gave way.
  'a person is created in one event': `
    select from account_user p left join event e on e.tenant_id = $1 and e.user_id = p.id
    where p.tenant_id = $1 group by p.id, p.confirmed
    having case when p.confirmed then count(*) filter (where e.type = 'user.created') <> 1
      else count(*) filter (where e.type = 'user.created') < 1 end`,
  // This reference has no foreign key: see docs/design/postgresql-and-sql.md.
  'a row refers to rows that exist': `
    select from account_user x left join account y on y.tenant_id = $1 and y.id = x.account_id
    where x.tenant_id = $1 and y.id is null
    union all
    select from reward x left join referral y on y.tenant_id = $1 and y.id = x.referral_id
    where x.tenant_id = $1 and x.referral_id is not null and y.id is null
    union all
    select from reward x left join account y on y.tenant_id = $1 and y.id = x.account_id
    where x.tenant_id = $1 and y.id is null
    union all
    select from entry x left join reward y on y.tenant_id = $1 and y.id = x.reward_id
    where x.tenant_id = $1 and y.id is null
    union all
    select from redemption x left join account y on y.tenant_id = $1 and y.id = x.account_id
    where x.tenant_id = $1 and y.id is null
    union all
    select from closing_balance x left join account y on y.tenant_id = $1 and y.id = x.account_id
    where x.tenant_id = $1 and y.id is null`,
  'an event is about accounts that exist': `
    select from event e left join account a on a.tenant_id = $1 and a.id = e.account_id
    where e.tenant_id = $1 and a.id is null`,
}
