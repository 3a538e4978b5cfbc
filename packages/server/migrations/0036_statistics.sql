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
  primary key (tenant_id, generation)
);
select app.distribute('app.statistic_generation', 'tenant');

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

-- The same by referrer: by day, by month, and of all time, whose start is empty.
create table app.statistic_referrer (
  tenant_id text collate "C" not null,
  generation integer not null,
  participant_id uuid not null,
  period text collate "C" not null check (period in ('DAY', 'MONTH', 'ALL')),
  start text collate "C" not null,
  clicks bigint not null,
  visitors bigint not null,
  attributed bigint not null,
  converted bigint not null,
  ended bigint not null,
  primary key (tenant_id, generation, participant_id, period, start)
);
create index statistic_referrer_converted
  on app.statistic_referrer (tenant_id, generation, period, start, converted desc, participant_id) where converted > 0;
create index statistic_referrer_attributed
  on app.statistic_referrer (tenant_id, generation, period, start, attributed desc, participant_id) where attributed > 0;
select app.distribute('app.statistic_referrer', 'tenant');

-- Clicks by quarter hours, by which the days of all time zones begin: a generation is counted from them, so that clicks
-- count for longer than they are kept. `slot` is the beginning of the quarter hour.
create table app.statistic_click (
  tenant_id text collate "C" not null,
  slot timestamptz not null,
  participant_id uuid not null,
  medium text collate "C" not null,
  clicks bigint not null,
  visitors bigint not null,
  primary key (tenant_id, slot, participant_id, medium)
);
select app.distribute('app.statistic_click', 'tenant');

-- Visitors of the day (UTC) up to which clicks are counted, to know who comes again.
create table app.statistic_visitor (
  tenant_id text collate "C" not null,
  day text collate "C" not null,
  visitor uuid not null,
  primary key (tenant_id, day, visitor)
);
select app.distribute('app.statistic_visitor', 'tenant');

-- Ledger entries that are not counted yet. Rows come and go all the time, so dead ones are removed often.
create table app.entry_outbox (
  tenant_id text collate "C" not null,
  entry_id uuid not null,
  primary key (tenant_id, entry_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
select app.distribute('app.entry_outbox', 'tenant');

-- Payments of bound customers at the processor, in minor units: what was charged to a referred account, what was given
-- back to it, and what the referral discount took off. The processor may change its mind about a payment, so that each
-- row says what was counted of it.
create table app.processor_payment (
  tenant_id text collate "C" not null,
  payment_id text collate "C" not null,
  account_id uuid not null,
  currency text collate "C" not null,
  paid_at timestamptz not null,
  charged_minor bigint not null,
  refunded_minor bigint not null,
  discount_minor bigint not null,
  counted_charged_minor bigint not null,
  counted_refunded_minor bigint not null,
  counted_discount_minor bigint not null,
  -- When it changed since it was counted; null when it is counted as it is.
  changed_at timestamptz,
  primary key (tenant_id, payment_id)
);
create index processor_payment_changed on app.processor_payment (tenant_id, changed_at) where changed_at is not null;
select app.distribute('app.processor_payment', 'tenant');

create policy tenant_only on app.statistic_generation using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.statistic_generation enable row level security;
create policy tenant_only on app.statistic_count using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.statistic_count enable row level security;
create policy tenant_only on app.statistic_referrer using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.statistic_referrer enable row level security;
create policy tenant_only on app.statistic_click using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.statistic_click enable row level security;
create policy tenant_only on app.statistic_visitor using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.statistic_visitor enable row level security;
create policy tenant_only on app.entry_outbox using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.entry_outbox enable row level security;
create policy tenant_only on app.processor_payment using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_payment enable row level security;

grant select, insert, update, delete on app.statistic_generation to goodword_service;
grant select, insert, update, delete on app.statistic_count to goodword_service;
grant select, insert, update, delete on app.statistic_referrer to goodword_service;
grant select, insert, update on app.statistic_click to goodword_service;
grant select, insert, delete on app.statistic_visitor to goodword_service;
grant select, insert, delete on app.entry_outbox to goodword_service;
grant select, insert, update on app.processor_payment to goodword_service;

-- The next tenants in the order of their names, each with whether there is something to count. A few index look-ups per
-- tenant, whatever it has stored.
create function app.tenants_to_count(after text, most integer) returns table (tenant_id text, has_work boolean)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select p.tenant_id,
      g.tenant_id is null
        or not g.is_complete
        or exists (select from app.entry_outbox o where o.tenant_id = p.tenant_id)
        or exists (select from app.processor_payment x where x.tenant_id = p.tenant_id and x.changed_at is not null)
        or exists (
          select
          from app.click c
          where c.tenant_id = p.tenant_id
            and c.clicked_at >= g.clicks_until
            and c.clicked_at < now() - interval '15 seconds'
        )
        or exists (
          select
          from app.statistic_generation other
          where other.tenant_id = p.tenant_id
            and other.state <> 'CURRENT'
        )
    from app.program p
    left join app.statistic_generation g on g.tenant_id = p.tenant_id and g.state = 'CURRENT'
    where p.tenant_id > after
      and not exists (select from app.tenant t where t.id = p.tenant_id and t.disabled_at is not null)
    order by p.tenant_id
    limit most;
end
$$;

-- Up to when all clicks are committed, in milliseconds: no click has an earlier time than the transaction that writes it,
-- by the database's own clock, and every transaction that is open is in the list of sessions. The distance to the present
-- covers one that has just begun and is not in the list yet.
create function app.clicks_committed_until(distance interval) returns bigint
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select floor(extract(epoch from least(
    clock_timestamp() - distance,
    (
      select min(a.xact_start)
      from pg_stat_activity a
      where a.datname = current_database()
        and a.backend_type = 'client backend'
        and a.pid <> pg_backend_pid()
    )
  )) * 1000)::bigint
$$;

revoke execute on function app.tenants_to_count, app.clicks_committed_until from public;
grant execute on function app.tenants_to_count, app.clicks_committed_until to goodword_service;
