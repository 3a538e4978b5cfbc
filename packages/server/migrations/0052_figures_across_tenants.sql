-- Figures of all tenants, by a fixed number of statements.

-- How many jobs are in each state, counted up to 10,000 by the index of that state, and for how many seconds the oldest job
-- that could run has been waiting for a worker. Jobs of disabled tenants do not wait.
create or replace function app.job_statistics() returns table (state text, jobs bigint, oldest_seconds double precision)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  oldest_time timestamptz;
begin
  oldest_seconds := 0;
  state := 'RUNNING';
  select count(*) into jobs from (select j.id from app.job j where j.state = 'RUNNING' limit 10000) as x;
  return next;
  state := 'FAILED';
  select count(*) into jobs from (select j.id from app.job j where j.state = 'FAILED' limit 10000) as x;
  return next;
  state := 'READY';
  select count(*) into jobs from (select j.id from app.job j where j.state = 'READY' limit 10000) as x;
  select j.changed_at into oldest_time
  from app.job j
  where j.state = 'READY'
    and j.lease is null
    and not exists (select 1 from app.tenant t where t.id = j.tenant_id and t.disabled_at is not null)
  order by j.changed_at
  limit 1;
  oldest_seconds := coalesce(extract(epoch from now() - oldest_time), 0);
  return next;
  state := 'WAITING';
  select count(*) into jobs from (select j.id from app.job j where j.state = 'WAITING' limit 10000) as x;
  oldest_time := null;
  select j.due_at into oldest_time
  from app.job j
  where j.state = 'WAITING'
    and j.lease is null
    and j.due_at <= now()
  order by j.due_at
  limit 1;
  oldest_seconds := coalesce(extract(epoch from now() - oldest_time), 0);
  return next;
end
$$;

-- For how many seconds the oldest event has been waiting for its publication, and how many wait, counted in 10,000
-- transactions. Events of disabled tenants do not wait.
create or replace function app.unpublished_event_statistics() returns table (events bigint, oldest_seconds double precision)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select coalesce(sum(cardinality(x.event_ids)), 0)::bigint,
      coalesce(extract(epoch from now() - min(x.queued_at) filter (where x.is_enabled)), 0)::double precision
    from (
      select o.event_ids, o.queued_at,
        not exists (select 1 from app.tenant t where t.id = o.tenant_id and t.disabled_at is not null) as is_enabled
      from app.event_outbox o
      limit 10000
    ) as x;
end
$$;

-- For how many seconds the oldest click has been waiting to be counted by statistics, or the oldest ledger entry or payment
-- among 10,000 of them; 0 if none is. Disabled tenants do not wait. Clicks of the last 15 seconds may belong to transactions that are
-- still open, so they do not wait either.
create or replace function app.oldest_uncounted_seconds() returns double precision
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
  from app.statistic_generation g
  where g.state = 'CURRENT'
    and not exists (select 1 from app.tenant t where t.id = g.tenant_id and t.disabled_at is not null);
  return coalesce(
    greatest(extract(epoch from now() - least(oldest_entry, oldest_payment, oldest_click)), 0), 0
  )::double precision;
end
$$;
