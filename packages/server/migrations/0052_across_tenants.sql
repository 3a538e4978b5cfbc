-- What workers ask across tenants, in statements that a distributed PostgreSQL answers with one task per shard: none of them
-- looks at one tenant after the other, locks anything, or has a limit inside a correlated subquery. They answer names of
-- tenants and counts, and a session of the service ends each of them after its statement timeout.

-- The next tenants that have jobs to take, in the order of their names; disabled ones are passed over. A look reads some
-- rows of the index, and the next one begins after the last tenant in them, so a long backlog of one tenant costs one more.
create or replace function app.tenants_with_ready_jobs(after text, most integer) returns setof text
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
create or replace function app.tenants_with_due_jobs(most integer) returns setof text
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

-- The next tenants that have failed jobs, in the order of their names.
create or replace function app.tenants_with_failed_jobs(after text, most integer) returns setof text
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

-- The next tenants with events to publish, in the order of their names, and whether their publisher can be started: not
-- while it runs or waits for a retry, and not for disabled tenants.
create or replace function app.tenants_with_unpublished_events(after text, most integer)
returns table (tenant_id text, is_due boolean)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  last_tenant text := after;
  found_tenants text[];
  all_found text[] := '{}';
  rows_read bigint;
  blocked text[];
begin
  loop
    select array_agg(distinct x.tenant_id), count(*) into found_tenants, rows_read
    from (
      select o.tenant_id
      from app.event_outbox o
      where o.tenant_id > last_tenant
      order by o.tenant_id
      limit 4 * most
    ) as x;
    exit when rows_read = 0;
    all_found := all_found || found_tenants;
    exit when cardinality(all_found) >= most or rows_read < 4 * most;
    select max(u.id) into last_tenant from unnest(found_tenants) as u (id);
  end loop;
  if cardinality(all_found) = 0 then
    return;
  end if;
  select array_agg(j.tenant_id) into blocked
  from app.job j
  where j.tenant_id = any (all_found)
    and j.kind = 'PUBLISH_EVENTS'
    and j.subject = ''
    and j.state in ('RUNNING', 'WAITING');
  return query
    select u.id,
      u.id <> all (coalesce(blocked, '{}'))
        and not exists (select 1 from app.tenant t where t.id = u.id and t.disabled_at is not null)
    from unnest(all_found) as u (id)
    order by u.id
    limit most;
end
$$;

-- The next tenants that have something to count, in the order of their names.
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

-- The next tenants with rows that are older than they are kept, in the order of their names, disabled ones included. Sweeps
-- open a transaction in these alone.
create function app.tenants_with_old_requests(until timestamptz, after text, most integer) returns setof text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select p.tenant_id
    from app.program p
    where p.tenant_id > after
      and exists (
        select 1
        from app.idempotent_request x
        where x.tenant_id = p.tenant_id
          and x.created_at <= until
      )
    order by p.tenant_id
    limit most;
end
$$;

create function app.tenants_with_old_notifications(
  payload_until timestamptz, hash_until timestamptz, after text, most integer
) returns setof text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select p.tenant_id
    from app.program p
    where p.tenant_id > after
      and (
        exists (
          select 1
          from app.processor_notification x
          where x.tenant_id = p.tenant_id
            and x.payload is not null
            and x.received_at <= payload_until
        )
        or exists (
          select 1
          from app.processor_notification x
          where x.tenant_id = p.tenant_id
            and x.received_at <= hash_until
        )
      )
    order by p.tenant_id
    limit most;
end
$$;

-- E-mails are finished by the tenant's clock.
create function app.tenants_with_old_mails(until timestamptz, after text, most integer) returns setof text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select p.tenant_id
    from app.program p
    left join app.test_clock c on c.tenant_id = p.tenant_id
    where p.tenant_id > after
      and exists (
        select 1
        from app.mail x
        where x.tenant_id = p.tenant_id
          and x.finished_at <= until + coalesce(c.ahead_ms, 0) * interval '1 millisecond'
      )
    order by p.tenant_id
    limit most;
end
$$;

revoke execute on function app.tenants_with_uncounted, app.tenants_with_old_requests, app.tenants_with_old_notifications,
  app.tenants_with_old_mails from public;
grant execute on function app.tenants_with_uncounted, app.tenants_with_old_requests, app.tenants_with_old_notifications,
  app.tenants_with_old_mails to goodword_service;
