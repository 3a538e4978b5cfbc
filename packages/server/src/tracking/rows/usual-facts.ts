import { adaptiveFacts, type UsualFacts } from '@goodword/domain/fraud/usual-limits'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { firstIdOf } from '../../engine/lists/id-range.ts'

const HOUR_MS = 3_600_000
const SAMPLED_HOURS = 90 * 24
/** Referrals of an hour that are looked at, the latest of it; in 90 days at most 54,000. */
const MAX_REFERRALS_PER_HOUR = 25
/** Fewer referrers have no percentile: it would be the value of a single one. */
const MIN_REFERRERS = 200

const greatestOf = (fact: string): string => `max((x.facts ->> '${fact}')::float8) as "${fact}"`
const percentileOf = (fact: string): string => `case
      when count(referrer."${fact}") >= ${MIN_REFERRERS}
        then percentile_disc(0.99) within group (order by referrer."${fact}")
    end as "${fact}"`

// Only approved referrals are usual: held or denied ones must not raise the limit that held it. A referrer counts once, so
// that one who brings most friends of a young program does not raise the limits for themself.
const count = statement(
  'usual_fact.count',
  `
select ${adaptiveFacts.map(percentileOf).join(',\n    ')}
from (
  select x.referring_account_id, ${adaptiveFacts.map(greatestOf).join(',\n    ')}
  from unnest($2::uuid[], $3::uuid[]) as hour(from_id, until_id)
  cross join lateral (
    select r.referring_account_id, r.facts
    from referral r
    where r.tenant_id = $1
      and r.id between hour.from_id and hour.until_id
      and r.referrer_moderation = 'APPROVED'
    order by r.id desc
    limit ${MAX_REFERRALS_PER_HOUR}
  ) as x
  group by x.referring_account_id
) as referrer`,
)

/** Counts what 99 % of the referrers do not exceed by approved referrals of the last 90 days. */
export async function readUsualFacts(tx: TenantTx, now: number): Promise<UsualFacts> {
  const starts = Array.from({ length: SAMPLED_HOURS }, (_, hour) => now - (hour + 1) * HOUR_MS)
  const [row] = await tx.rows<Record<string, number | null>>(count, [
    starts.map((it) => firstIdOf(it)),
    starts.map((it) => firstIdOf(it + HOUR_MS)),
  ])
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null))
}

const save = statement(
  'usual_fact.save',
  `
insert into usual_fact as x (tenant_id, percentiles, counted_at)
values ($1, $2, $3)
on conflict (tenant_id) do update
set percentiles = excluded.percentiles,
  counted_at = excluded.counted_at`,
)

export function saveUsualFacts(tx: TenantTx, usual: UsualFacts, now: number): void {
  tx.write(save, [JSON.stringify(usual), isoTime(now)], 1)
}
