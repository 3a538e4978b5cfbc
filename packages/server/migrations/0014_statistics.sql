-- Statistics, kept up by increments. A generation holds all counts of a tenant in the days of one time zone: requests read
-- the current one while another is counted from the rows that there are. Only a transaction that has locked the tenant's
-- generations writes counts, so each thing is counted once in each generation.
create table app.statistic_generation (
  tenant_id text collate "C" not null,
  generation integer not null check (generation > 0),
  time_zone text collate "C" not null,
  state text not null check (state in ('CURRENT', 'NEXT', 'CHECK', 'OLD')),
  -- False while rows from before the generation are still being counted, up to the places below; null is all of them.
  is_complete boolean not null,
  events_until uuid,
  entries_until uuid,
  payments_until text collate "C",
  -- Every earlier click is counted: whole milliseconds, quarter hours while rows from before are counted.
  clicks_until timestamptz not null,
  -- The referrals up to this one are counted by the rules that flagged them; null is all of them. A generation that does not say
  -- begins with the first.
  flags_until uuid default '00000000-0000-0000-0000-000000000000',
  -- Up to when it has counted the quarter hours of former clicks again. Their times are those of the tenant's clock,
  -- while `clicks_until` is a time of the database.
  buckets_until timestamptz not null default 'epoch',
  primary key (tenant_id, generation)
);
select app.distribute('app.statistic_generation', 'tenant');
create policy tenant_only on app.statistic_generation
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.statistic_generation enable row level security;
grant select, insert, update, delete on app.statistic_generation to goodword_service;

-- Sums by day and by month: `start` is the first day, YYYY-MM-DD. Of a cohort it is the month of the attributions, and
-- the key is the month of the conversions.
create table app.statistic_count (
  tenant_id text collate "C" not null,
  generation integer not null,
  period text collate "C" not null check (period in ('DAY', 'MONTH', 'COHORT')),
  start text collate "C" not null,
  metric text collate "C" not null,
  key text collate "C" not null,
  amount bigint not null,
  primary key (tenant_id, generation, period, start, metric, key)
);
select app.distribute('app.statistic_count', 'tenant');
create policy tenant_only on app.statistic_count
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.statistic_count enable row level security;
grant select, insert, update, delete on app.statistic_count to goodword_service;

-- The same by referrer: by day and of all time, whose start is empty.
create table app.statistic_referrer (
  tenant_id text collate "C" not null,
  generation integer not null,
  user_id uuid not null,
  period text collate "C" not null check (period in ('DAY', 'ALL')),
  start text collate "C" not null,
  clicks bigint not null,
  visitors bigint not null,
  attributed bigint not null,
  converted bigint not null,
  ended bigint not null,
  primary key (tenant_id, generation, user_id, period, start)
);
create index statistic_referrer_converted
  on app.statistic_referrer (tenant_id, generation, period, start, converted desc, user_id)
  where converted > 0;
create index statistic_referrer_attributed
  on app.statistic_referrer (tenant_id, generation, period, start, attributed desc, user_id)
  where attributed > 0;
create index statistic_referrer_clicks
  on app.statistic_referrer (tenant_id, generation, period, start, clicks desc, user_id)
  where clicks > 0;
select app.distribute('app.statistic_referrer', 'tenant');
create policy tenant_only on app.statistic_referrer
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.statistic_referrer enable row level security;
grant select, insert, update, delete on app.statistic_referrer to goodword_service;

-- Clicks by quarter hours, by which the days of all time zones begin: a generation is counted from them, so that clicks
-- count for longer than they are kept. `bucket_at` is the beginning of the quarter hour.
create table app.statistic_click (
  tenant_id text collate "C" not null,
  bucket_at timestamptz not null,
  user_id uuid not null,
  medium text collate "C" not null,
  clicks bigint not null,
  visitors bigint not null,
  primary key (tenant_id, bucket_at, user_id, medium)
);
select app.distribute('app.statistic_click', 'tenant');
create policy tenant_only on app.statistic_click
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.statistic_click enable row level security;
grant select, insert, update on app.statistic_click to goodword_service;

-- Visitors of the day (UTC) up to which clicks are counted, to know who comes again.
create table app.statistic_visitor (
  tenant_id text collate "C" not null,
  day text collate "C" not null,
  visitor uuid not null,
  primary key (tenant_id, day, visitor)
);
select app.distribute('app.statistic_visitor', 'tenant');
create policy tenant_only on app.statistic_visitor
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.statistic_visitor enable row level security;
grant select, insert, delete on app.statistic_visitor to goodword_service;

-- Fraud rules that flagged referrals, by referral, rule and mode: when, and what statistics have counted of it. Both sides are
-- counted by how they were decided. The rule `ANY` has what staff decided about a referral, flagged or not.
create table app.statistic_flag (
  tenant_id text collate "C" not null,
  referral_id uuid not null,
  rule text collate "C" not null,
  is_shadow boolean not null,
  flagged_at timestamptz not null,
  referrer_state text collate "C" not null,
  referred_state text collate "C" not null,
  primary key (tenant_id, referral_id, rule, is_shadow)
);
select app.distribute('app.statistic_flag', 'tenant');
create policy tenant_only on app.statistic_flag
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.statistic_flag enable row level security;
grant select, insert, update on app.statistic_flag to goodword_service;

-- What fraud rules would have done with referrals of a range of days, as far as that is counted. A row has no data of people.
create table app.fraud_simulation (
  tenant_id text collate "C" not null,
  id uuid not null,
  -- The days, the time zone, the currency, and the rules with their modes and thresholds.
  asked jsonb not null,
  state text collate "C" not null check (state in ('RUNNING', 'DONE', 'FAILED')),
  -- The last referral that is counted, and the last one of the range.
  position uuid not null,
  until uuid not null,
  sums jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.distribute('app.fraud_simulation', 'tenant');
create policy tenant_only on app.fraud_simulation
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.fraud_simulation enable row level security;
grant select, insert, update, delete on app.fraud_simulation to goodword_service;

-- Ledger entries that are not counted yet: a row for those of one transaction, of the same time. Rows come and go all the
-- time, so dead ones are removed often.
create table app.entry_outbox (
  tenant_id text collate "C" not null,
  -- Of the first of the entries.
  id uuid not null,
  entry_ids uuid[] not null,
  -- By the database's clock.
  queued_at timestamptz not null,
  primary key (tenant_id, id)
) with (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0
);
select app.distribute('app.entry_outbox', 'tenant');
create policy tenant_only on app.entry_outbox
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.entry_outbox enable row level security;
grant select, insert, delete on app.entry_outbox to goodword_service;

-- The next tenants that have something to count, in the order of their names (0008_jobs says how such functions look).
create function app.tenants_with_uncounted(after text, most integer) returns setof text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select p.tenant_id
    from app.program p
    left join app.statistic_generation g on g.tenant_id = p.tenant_id and g.state = 'CURRENT'
    where p.tenant_id > after
      and not exists (select 1 from app.tenant t where t.id = p.tenant_id and t.disabled_at is not null)
      and (
        g.tenant_id is null
        or not g.is_complete
        or g.flags_until is not null
        or exists (select 1 from app.entry_outbox o where o.tenant_id = p.tenant_id)
        or exists (select 1 from app.processor_payment x where x.tenant_id = p.tenant_id and x.changed_at is not null)
        or exists (
          select 1
          from app.click c
          where c.tenant_id = p.tenant_id
            and c.clicked_at >= g.clicks_until
            and c.clicked_at < now() - interval '15 seconds'
        )
        or exists (
          select 1
          from app.statistic_generation other
          where other.tenant_id = p.tenant_id
            and other.state <> 'CURRENT'
        )
      )
    order by p.tenant_id
    limit most;
end
$$;

-- For how many seconds the oldest click has been waiting to be counted by statistics, or the oldest ledger entry or payment
-- among 10,000 of them; 0 if none is. Clicks are looked at where a search has found some and asked for a job, so that a scrape
-- does not repeat that search in each tenant. Disabled tenants do not wait. Clicks of the last 15 seconds may belong to
-- transactions that are still open, so they do not wait either.
create function app.oldest_uncounted_seconds() returns double precision
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  oldest_entry timestamptz;
  oldest_payment timestamptz;
  oldest_click timestamptz;
begin
  select min(x.queued_at) into oldest_entry
  from (
    select o.queued_at
    from app.entry_outbox o
    where not exists (select 1 from app.tenant t where t.id = o.tenant_id and t.disabled_at is not null)
    limit 10000
  ) as x;
  select min(x.changed_at) into oldest_payment
  from (
    select p.changed_at
    from app.processor_payment p
    where p.changed_at is not null
      and not exists (select 1 from app.tenant t where t.id = p.tenant_id and t.disabled_at is not null)
    limit 10000
  ) as x;
  select min((
    select min(c.clicked_at)
    from app.click c
    where c.tenant_id = g.tenant_id
      and c.clicked_at >= g.clicks_until
      and c.clicked_at < now() - interval '15 seconds'
  )) into oldest_click
  from app.job j
  join app.statistic_generation g on g.tenant_id = j.tenant_id
  where j.kind = 'COUNT_STATISTICS'
    and g.state = 'CURRENT'
    and not exists (select 1 from app.tenant t where t.id = g.tenant_id and t.disabled_at is not null);
  return coalesce(
    greatest(extract(epoch from now() - least(oldest_entry, oldest_payment, oldest_click)), 0), 0
  )::double precision;
end
$$;

revoke execute on function app.tenants_with_uncounted, app.oldest_uncounted_seconds from public;
grant execute on function app.tenants_with_uncounted, app.oldest_uncounted_seconds to goodword_service;
