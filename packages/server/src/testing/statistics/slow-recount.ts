import type { ReferrerFigures, Statistics } from '@goodword/contract/statistics/statistics'
import type { TestDatabase } from '../test-database.ts'

/** The figures that rows alone give. */
export type Recount = Pick<Statistics, 'intervals' | 'channels' | 'media' | 'cohorts' | 'rewards'> & {
  readonly referrers: readonly ReferrerFigures[]
}

export type RecountRange = {
  readonly tenantId: string
  readonly timeZone: string
  readonly from: string
  readonly to: string
}

/**
 * Counts everything from the rows of the tenant, with the time zones of PostgreSQL: nothing of it is shared with what it
 * checks.
 */
export async function slowRecount(db: TestDatabase, asked: RecountRange): Promise<Recount> {
  const [intervals, channels, media, cohorts, rewards, referrers] = await Promise.all([
    rowsOf<Statistics['intervals'][number]>(db, asked, intervalText),
    rowsOf<Statistics['channels'][number]>(db, asked, channelText),
    rowsOf<Statistics['media'][number]>(db, asked, mediumText),
    rowsOf<CohortRow>(db, asked, cohortText),
    rowsOf<Statistics['rewards'][number]>(db, asked, rewardText),
    rowsOf<ReferrerFigures>(db, asked, referrerText),
  ])
  return { intervals, channels, media, cohorts: cohortsOf(cohorts), rewards, referrers }
}

async function rowsOf<Row>(
  { owner }: TestDatabase,
  { tenantId, timeZone, from, to }: RecountRange,
  text: string,
): Promise<Row[]> {
  const rows = await owner.query<Row & { bounds?: unknown }>({ name: '', text: `${ground}${text}` }, [
    tenantId,
    timeZone,
    from,
    to,
  ])
  return rows.map(({ bounds: _, ...row }) => row as unknown as Row)
}

/** All that happened, with the day of each. */
const ground = `
with bounds as (select $3::date as first, $4::date as last),
sorted_click as (
  select c.*, (happened.at at time zone $2)::date as day, row_number() over (
    partition by c.visitor, (happened.at at time zone 'UTC')::date
    order by c.clicked_at, c.id
  ) = 1 as is_first
  from app.click c, lateral (select c.clicked_at + c.ahead_ms * interval '1 millisecond' as at) as happened
  where c.tenant_id = $1
),
story as (
  select r.*, (r.started_at at time zone $2)::date as started_on, (r.converted_at at time zone $2)::date as converted_on,
    (r.ended_at at time zone $2)::date as ended_on, (
      select case
        when exists (
          select from app.event l
          where l.tenant_id = $1 and l.referral_id = r.id and l.type = 'referral.link.seen'
        ) then 'LINK'
        when e.reason = 'TRACKING_COOKIE' then 'LINK'
        when e.reason in ('EXPLICIT_CODE', 'COUPON_FIELD') and r.channel = 'LINK' then 'LINK'
        when e.reason = 'EXPLICIT_CODE' then 'CODE'
        when e.reason = 'COUPON_FIELD' then 'COUPON'
        when e.reason = 'ATTRIBUTED_BY_HAND' then 'MANUAL'
        when e.reason = 'IMPORTED' then 'IMPORTED'
      end
      from app.event e
      where e.tenant_id = $1 and e.referral_id = r.id and e.type = 'referral.started'
    ) as came_by
  from app.referral r
  where r.tenant_id = $1
),
booked as (
  select (e.effective_at at time zone $2)::date as day, e.reward_type, e.unit,
    case when e.reward_type = 'PCT_DISCOUNT' then sign(e.amount) else e.amount end as amount,
    case
      when e.source like '%:expiry' then 'EXPIRY'
      when e.source like 'release:%' then 'REDEMPTION'
      else e.kind
    end as kind
  from app.entry e
  where e.tenant_id = $1
)`

const intervalText = `
select to_char(d.day, 'YYYY-MM-DD') as "from", to_char(d.day, 'YYYY-MM-DD') as "to",
  (select count(*) from sorted_click c where c.day = d.day)::int as clicks,
  (select count(*) from sorted_click c where c.day = d.day and c.is_first)::int as visitors,
  (
    select count(*) from app.account_user p
    where p.tenant_id = $1 and (p.created_at at time zone $2)::date = d.day
  )::int as identified,
  (select count(*) from story s where s.started_on = d.day)::int as attributed,
  (select count(*) from story s where s.converted_on = d.day)::int as converted,
  (select count(*) from story s where s.ended_on = d.day)::int as ended
from bounds, generate_series(bounds.first, bounds.last, interval '1 day') as g(at), lateral (select g.at::date as day) as d
order by d.day`

const channelText = `
select k.channel,
  (select count(*) from story s where s.came_by = k.channel and s.started_on between first and last)::int as attributed,
  (select count(*) from story s where s.came_by = k.channel and s.converted_on between first and last)::int as converted,
  (select count(*) from story s where s.came_by = k.channel and s.ended_on between first and last)::int as ended
from bounds, unnest(array['LINK', 'CODE', 'COUPON', 'MANUAL', 'IMPORTED', 'OTHER']) with ordinality as k(channel, i)
order by k.i`

const mediumText = `
select m.medium, count(c.id)::int as clicks, count(c.id) filter (where c.is_first)::int as visitors
from bounds
cross join unnest(array['direct', 'email', 'twitter', 'facebook', 'linkedin', 'whatsapp']) with ordinality as m(medium, i)
left join sorted_click c on coalesce(c.via, 'direct') = m.medium and c.day between first and last
group by m.medium, m.i
order by m.i`

type CohortRow = { readonly month: string; readonly attributed: number; readonly later: Conversions | null }
type Conversions = Statistics['cohorts'][number]['conversions']

const cohortText = `
select to_char(m.month, 'YYYY-MM') as month, m.attributed::int as attributed, (
    select json_agg(json_build_object('month', to_char(k.month, 'YYYY-MM'), 'converted', k.converted) order by k.month)
    from (
      select date_trunc('month', s.converted_on) as month, count(*) as converted
      from story s
      where date_trunc('month', s.started_on) = m.month and s.converted_on is not null
      group by 1
    ) as k
  ) as later
from (
  select date_trunc('month', s.started_on) as month, count(*) as attributed
  from story s, bounds
  where date_trunc('month', s.started_on) between date_trunc('month', first) and date_trunc('month', last)
  group by 1
) as m
order by 1`

function cohortsOf(rows: readonly CohortRow[]): Recount['cohorts'] {
  return rows.map(({ month, attributed, later }) => {
    const conversions = later ?? []
    const converted = conversions.reduce((sum, it) => sum + it.converted, 0)
    return { month, attributed, converted, conversionRate: rateOf(converted, attributed), conversions }
  })
}

function rateOf(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 100
}

const rewardText = `
select b.reward_type as type, case when b.reward_type <> 'PCT_DISCOUNT' then b.unit end as unit,
  coalesce(sum(b.amount) filter (where b.kind = 'GRANT' and day between first and last), 0)::int8 as given,
  -coalesce(sum(b.amount) filter (where b.kind = 'REDEMPTION' and day between first and last), 0)::int8 as redeemed,
  -coalesce(sum(b.amount) filter (where b.kind = 'EXPIRY' and day between first and last), 0)::int8 as expired,
  -coalesce(sum(b.amount) filter (where b.kind = 'REVERSAL' and day between first and last), 0)::int8 as cancelled,
  sum(b.amount)::int8 as owed
from booked b, bounds
where b.day <= last
group by b.reward_type, b.unit
order by b.reward_type || ' ' || b.unit collate "C"`

const referrerText = `
select a.external_id as "accountId", p.external_id as "userId", p.code as "referralCode",
  p.first_name as "firstName", p.last_name as "lastName",
  (select count(*) from sorted_click c where c.user_id = p.id and c.day between first and last)::int as clicks,
  (select count(*) from sorted_click c where c.user_id = p.id and c.is_first and c.day between first and last)::int as visitors,
  r.attributed::int as attributed, r.converted::int as converted, r.ended::int as ended
from bounds
cross join lateral (
  select s.referring_user_id as id, count(*) filter (where s.started_on between first and last) as attributed,
    count(*) filter (where s.converted_on between first and last) as converted,
    count(*) filter (where s.ended_on between first and last) as ended
  from story s
  group by 1
) as r
join app.account_user p on p.tenant_id = $1 and p.id = r.id
join app.account a on a.tenant_id = $1 and a.id = p.account_id
where r.converted > 0
order by r.converted desc, p.id`
