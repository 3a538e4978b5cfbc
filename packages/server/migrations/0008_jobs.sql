-- The queue of background jobs. A job belongs to a tenant and is enqueued in the transaction whose effect it has to
-- carry out. There is one job per tenant, kind and subject, however often it is asked for. Jobs of the installation itself
-- belong to the tenant `*`, which no alias can be.
--
--   WAITING  until due_at
--   READY    to be taken, in the order of changed_at
--   RUNNING  under a lease; when the lease has ended, it is READY again
--   FAILED   given up (a dead letter), until it is requested again
--
-- Rows come and go all the time, so dead ones are removed often.
create table app.job (
  tenant_id text collate "C" not null,
  id uuid not null,
  kind text collate "C" not null,
  subject text collate "C" not null,
  state text not null check (state in ('WAITING', 'READY', 'RUNNING', 'FAILED')),
  -- When the state changed, by the database's clock.
  changed_at timestamptz not null,
  -- When it is to run, by the tenant's clock. Null while it runs, unless it was asked for again in the meantime.
  due_at timestamptz,
  -- The token of the lease: only who has it may finish the run.
  lease uuid,
  leased_until timestamptz,
  -- Runs since the last success, the current one included.
  attempts integer not null check (attempts >= 0),
  -- Without personal data.
  last_error text,
  -- W3C trace context of who asked for it, where tracing is on.
  trace_parent text,
  primary key (tenant_id, id),
  unique (tenant_id, kind, subject),
  check (state <> 'WAITING' or due_at is not null),
  check ((state = 'RUNNING') = (lease is not null) and (lease is null) = (leased_until is null))
) with (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0
);
create index job_ready on app.job (tenant_id, changed_at)
  where state = 'READY';
create index job_waiting on app.job (tenant_id, due_at)
  where state = 'WAITING';
create index job_running on app.job (tenant_id, leased_until)
  where state = 'RUNNING';
create index job_failed on app.job (tenant_id, id)
  where state = 'FAILED';
-- Across tenants, for the functions below. No job that is ready or waits has a lease; the condition says so once more to
-- keep these two out of the plans of statements that serve one tenant.
create index job_ready_of_all on app.job (changed_at)
  where state = 'READY' and lease is null;
create index job_due_of_all on app.job (due_at, tenant_id)
  where state = 'WAITING' and lease is null;
-- The tenants whose clicks a job is about to count, for the metric of what statistics have not counted.
create index job_counting on app.job (tenant_id)
  where kind = 'COUNT_STATISTICS';
-- Jobs that failed and wait for another attempt, so that the move of a test clock knows without reading all that wait.
create index job_retrying on app.job (tenant_id, changed_at)
  where state = 'WAITING' and attempts > 0;
select app.distribute('app.job', 'tenant');
create policy tenant_only on app.job
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.job enable row level security;
grant select, insert, update, delete on app.job to goodword_service;

-- What workers have to know across tenants. These functions run as the owner, past row-level security, and return names of
-- tenants or counts; jobs themselves are read and changed in a transaction of their tenant.
--
-- Their statements are such that a distributed PostgreSQL runs them with one task per shard: none of them looks at one tenant
-- after the other, locks anything, or has a limit inside a correlated subquery; and a subquery over all tenants has a column,
-- because `select from` without one fails there. A session of the service ends each of them after its statement timeout. All
-- functions across tenants, here and in the other files, follow these rules.

-- The next tenants that have jobs to take, in the order of their names; disabled ones are passed over. A look reads some
-- rows of the index, and the next one begins after the last tenant in them, so a long backlog of one tenant costs one more.
create function app.tenants_with_ready_jobs(after text, most integer) returns setof text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  last_tenant text := after;
  found_tenants text[];
  rows_read bigint;
  answered integer := 0;
  found_tenant text;
begin
  loop
    select array_agg(distinct x.tenant_id), count(*) into found_tenants, rows_read
    from (
      select j.tenant_id
      from app.job j
      where j.state = 'READY'
        and j.tenant_id > last_tenant
      order by j.tenant_id
      limit 4 * most
    ) as x;
    exit when rows_read = 0;
    for found_tenant in
      select u.id
      from unnest(found_tenants) as u (id)
      where not exists (select 1 from app.tenant t where t.id = u.id and t.disabled_at is not null)
      order by u.id
    loop
      exit when answered = most;
      answered := answered + 1;
      return next found_tenant;
    end loop;
    exit when answered = most or rows_read < 4 * most;
    select max(u.id) into last_tenant from unnest(found_tenants) as u (id);
  end loop;
end
$$;

-- Tenants with jobs whose time has come by the machine's clock, those of the oldest first, and with jobs whose lease has
-- ended. A look reads so many jobs, and the next one passes over the tenants in them, so a backlog of one hides no other.
create function app.tenants_with_due_jobs(most integer) returns setof text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  all_found text[];
  found_tenants text[];
  rows_read bigint;
begin
  select coalesce(array_agg(distinct j.tenant_id), '{}') into all_found
  from app.job j
  where j.state = 'RUNNING'
    and j.leased_until <= now();
  for look in 1 .. 4 loop
    select coalesce(array_agg(distinct x.tenant_id), '{}'), count(*) into found_tenants, rows_read
    from (
      select j.tenant_id
      from app.job j
      where j.state = 'WAITING'
        and j.lease is null
        and j.due_at <= now()
        and j.tenant_id <> all (all_found)
      order by j.due_at
      limit most
    ) as x;
    all_found := all_found || found_tenants;
    exit when rows_read < most or cardinality(all_found) >= most;
  end loop;
  return query select u.id from unnest(all_found) as u (id);
end
$$;

-- The next test tenants whose clock was moved, and whether one of their jobs is due by it.
create function app.test_clocks_with_jobs(after text, most integer) returns table (tenant_id text, is_due boolean)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select c.tenant_id, exists (
      select
      from app.job j
      where j.tenant_id = c.tenant_id
        and j.state = 'WAITING'
        and j.due_at <= now() + c.ahead_ms * interval '1 millisecond'
    )
    from app.test_clock c
    where c.tenant_id > after
    order by c.tenant_id
    limit most;
end
$$;

-- The next tenants that have failed jobs, in the order of their names.
create function app.tenants_with_failed_jobs(after text, most integer) returns setof text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  last_tenant text := after;
  found_tenants text[];
  rows_read bigint;
  answered integer := 0;
  found_tenant text;
begin
  loop
    select array_agg(distinct x.tenant_id), count(*) into found_tenants, rows_read
    from (
      select j.tenant_id
      from app.job j
      where j.state = 'FAILED'
        and j.tenant_id > last_tenant
      order by j.tenant_id
      limit 4 * most
    ) as x;
    exit when rows_read = 0;
    foreach found_tenant in array found_tenants loop
      exit when answered = most;
      answered := answered + 1;
      return next found_tenant;
    end loop;
    exit when answered = most or rows_read < 4 * most;
    select max(u.id) into last_tenant from unnest(found_tenants) as u (id);
  end loop;
end
$$;

-- How many jobs are in each state, counted up to 10,000 by the index of that state, and for how many seconds the oldest job
-- that could run has been waiting for a worker. Jobs of disabled tenants do not wait.
create function app.job_statistics() returns table (state text, jobs bigint, oldest_seconds double precision)
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

revoke execute on function app.tenants_with_ready_jobs, app.tenants_with_due_jobs, app.test_clocks_with_jobs,
  app.tenants_with_failed_jobs, app.job_statistics from public;
grant execute on function app.tenants_with_ready_jobs, app.tenants_with_due_jobs, app.test_clocks_with_jobs,
  app.tenants_with_failed_jobs, app.job_statistics to goodword_service;
