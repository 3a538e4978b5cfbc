-- What the service needs where the database is distributed by Citus. Elsewhere these functions do what they did before.

-- Which migrations ran, for services that are connected to a worker.
select app.distribute('migration.kysely_migration', 'reference');

-- Runs a command on the coordinator, in a transaction of its own, and answers true; false where this is the coordinator, or no
-- cluster: the caller has to do it itself. Tables are created, dropped and emptied on the coordinator alone.
create function app.left_to_coordinator(command text, out is_left boolean, out answer text)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  is_done boolean;
begin
  is_left := false;
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  execute 'select not citus_is_coordinator()' into is_left;
  if not is_left then
    return;
  end if;
  execute 'select success, result from run_command_on_coordinator($1)' into is_done, answer using command;
  if not is_done then
    raise exception 'the coordinator failed: %', answer;
  end if;
end
$$;
revoke execute on function app.left_to_coordinator from public;

create or replace function app.open_click_months(since timestamptz) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
set lock_timeout = '1s'
as $$
declare
  month timestamptz := date_trunc('month', greatest(least(since, now()), now() - interval '10 years'));
  name text;
begin
  if (select c.is_left from app.left_to_coordinator(format('select app.open_click_months(%L)', since)) c) then
    return;
  end if;
  -- One at a time.
  lock table app.click in share update exclusive mode;
  while month < date_trunc('month', now()) + interval '4 months' loop
    name := to_char(month, '"click_"YYYY_MM');
    if to_regclass('app.' || name) is null then
      execute format('create table app.%I (like app.click including all)', name);
      execute format('alter table app.%I enable row level security', name);
      execute format(
        'create policy tenant_only on app.%I using (tenant_id = current_setting(''app.tenant'', true))'
        ' with check (tenant_id = current_setting(''app.tenant'', true))', name
      );
      execute format(
        'alter table app.click attach partition app.%I for values from (%L) to (%L)',
        name, month, month + interval '1 month'
      );
    end if;
    month := month + interval '1 month';
  end loop;
end
$$;

create or replace function app.drop_click_month(told timestamptz) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
set lock_timeout = '100ms'
as $$
declare
  oldest text;
  on_coordinator record;
begin
  with month as materialized (
    select c.relname as name
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'app.click'::regclass
  )
  select m.name into oldest
  from month m
  where to_date(m.name, '"click_"YYYY_MM') + interval '1 month' <= least(told, now()) - interval '400 days'
  order by m.name
  limit 1;
  if oldest is null then
    return null;
  end if;
  select * into on_coordinator from app.left_to_coordinator(format('select app.drop_click_month(%L)', told));
  if on_coordinator.is_left then
    return nullif(on_coordinator.answer, '');
  end if;
  lock table app.click in access exclusive mode;
  execute format('drop table if exists app.%I', oldest);
  return oldest;
end
$$;

-- `select from` without a column fails in a subquery over all tenants. The rows that stay are arrays of columns meanwhile: a distributed table is kept in parts whose row types are their own.
create or replace function app.forget_click_salts() returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
set lock_timeout = '100ms'
as $$
declare
  tenants text[];
  days date[];
  salts bytea[];
begin
  if not exists (select 1 from app.click_salt where day < current_date) then
    return;
  end if;
  lock table app.click_salt in access exclusive mode;
  select array_agg(s.tenant_id), array_agg(s.day), array_agg(s.salt) into tenants, days, salts
  from app.click_salt s
  where s.day >= current_date;
  truncate app.click_salt;
  insert into app.click_salt (tenant_id, day, salt)
  select tenants[k.number], days[k.number], salts[k.number]
  from generate_subscripts(tenants, 1) as k (number);
end
$$;

-- Fails when a statement that is to update a row inserted it instead: the row was not there, which is a defect of the service's
-- own, and nothing of its transaction is kept. Immutable, because no other function may stand in `returning`; the argument has
-- to depend on the row. The release before calls expect_rows.
create function app.expect_update(is_inserted boolean) returns void
language plpgsql immutable as $$
begin
  if is_inserted then
    raise exception 'wrote 0 rows where 1 were due';
  end if;
end
$$;

-- How many jobs are in each state, as before: state by state, because a subquery over all tenants cannot depend on a row.
create or replace function app.job_statistics() returns table (state text, jobs bigint, oldest_seconds double precision)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  oldest timestamptz;
begin
  foreach state in array array['RUNNING', 'FAILED', 'READY', 'WAITING'] loop
    select count(*) into jobs
    from (select 1 from app.job j where j.state = job_statistics.state limit 10000) as counted;
    oldest := null;
    if state = 'READY' then
      select j.changed_at into oldest
      from app.job j
      where j.state = 'READY'
        and j.lease is null
        and not exists (select 1 from app.tenant t where t.id = j.tenant_id and t.disabled_at is not null)
      order by j.changed_at
      limit 1;
    elsif state = 'WAITING' then
      select j.due_at into oldest
      from app.job j
      where j.state = 'WAITING'
        and j.lease is null
        and j.due_at <= now()
      order by j.due_at
      limit 1;
    end if;
    oldest_seconds := coalesce(extract(epoch from now() - oldest), 0);
    return next;
  end loop;
end
$$;

-- Citus locks merchants and tenants for a transaction that writes keys or programs of them, and lets only those lock them who
-- may update them. Row-level security leaves no row to update.
do $$
declare
  name text;
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  foreach name in array array['merchant', 'tenant'] loop
    execute format('create policy every_tenant_reads on app.%I for select using (true)', name);
    execute format('create policy every_tenant_inserts on app.%I for insert with check (true)', name);
    execute format('alter table app.%I enable row level security', name);
    execute format('grant update on app.%I to goodword_service', name);
  end loop;
end
$$;
