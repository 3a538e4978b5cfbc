-- Clicks on share links, by months, so that old ones go with their month instead of row by row. Nothing in them says who
-- clicked: neither an address nor a browser is kept, and the salt of `visitor` is gone after its day.
create table app.click (
  tenant_id text collate "C" not null,
  clicked_at timestamptz not null,
  id uuid not null,
  -- Who shared the link.
  user_id uuid not null,
  via text collate "C" check (via in ('direct', 'email', 'twitter', 'facebook', 'linkedin', 'whatsapp')),
  -- 16 bytes of a hash.
  visitor uuid not null,
  -- By how much the clock of a test tenant was ahead of the database's: the click happened at their sum. The time of the
  -- database stays the key, because there is always a partition for it, and because clicks are counted in its order.
  ahead_ms bigint not null default 0,
  primary key (tenant_id, clicked_at, id)
) partition by range (clicked_at);
select app.distribute('app.click', 'tenant');
create policy tenant_only on app.click
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.click enable row level security;
grant select, insert, delete on app.click to goodword_service;

-- What the hashes of a day are made with. Not logged, so that neither a backup nor a standby nor an archive of the log
-- of changes ever has it.
create unlogged table app.click_salt (
  tenant_id text collate "C" not null,
  day date not null,
  salt bytea not null,
  primary key (tenant_id, day)
);
select app.distribute('app.click_salt', 'tenant');
create policy tenant_only on app.click_salt
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.click_salt enable row level security;
grant select, insert on app.click_salt to goodword_service;

-- Clicks of the last days that came from public coupon pages or advertisements, at most one per visitor and day. Neither the
-- page nor the advertisement is kept.
create table app.public_click (
  tenant_id text collate "C" not null,
  -- Who shared the link.
  user_id uuid not null,
  -- The day, followed by a part of the visitor's hash.
  id uuid not null,
  primary key (tenant_id, user_id, id)
);
create index public_click_by_id on app.public_click (tenant_id, id);
select app.distribute('app.public_click', 'tenant');
create policy tenant_only on app.public_click
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.public_click enable row level security;
grant select, insert, delete on app.public_click to goodword_service;

-- The service's role owns no table, so what follows runs as the owner. None of it takes a name, and the database's own
-- clock bounds what a caller's clock says.

-- Opens the months from a moment on, ten years back at most, to three ahead. Attaching a table that was made apart
-- lets others add clicks meanwhile.
create function app.open_click_months(since timestamptz) returns void
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

-- Takes away the oldest month when the last of it is older than 400 days, by the database's clock and the caller's.
-- Returns its name, or null. One at a time: a clock that has gone wrong takes little before it is noticed. Who adds
-- clicks meanwhile waits no longer than the lock is waited for.
--
-- Only the names of months of clicks are read as months. Where the names are one condition among others, the planner is free to
-- read every name of the catalogue so, which it does as soon as it has learnt that there are many months, and the first other
-- name fails.
create function app.drop_click_month(told timestamptz) returns text
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

-- Forgets the salts of days that are over. Emptying the table gives its file away; deleting would leave them in it. The rows
-- that stay are arrays of columns meanwhile: a distributed table is kept in parts whose row types are their own, and there a
-- subquery over all tenants must have a column.
create function app.forget_click_salts() returns void
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

-- Up to when all clicks are committed, in milliseconds: no click has an earlier time than the transaction that writes it,
-- by the database's own clock, and every transaction that is open is in the list of sessions. The distance to the present
-- covers one that has just begun and is not in the list yet.
--
-- On a cluster, a click has the time at which its transaction began on the node that the service is connected to; this node
-- lists the transaction from its first statement here, and by another clock. So the distance goes before the oldest open
-- transaction too, not only before the present.
create function app.clicks_committed_until(distance interval) returns bigint
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select floor(extract(epoch from least(
    clock_timestamp(),
    (
      select min(a.xact_start)
      from pg_stat_activity a
      where a.datname = current_database()
        and a.backend_type = 'client backend'
        and a.pid <> pg_backend_pid()
    )
  ) - distance) * 1000)::bigint
$$;

revoke execute on function app.open_click_months, app.drop_click_month, app.forget_click_salts, app.clicks_committed_until
  from public;
grant execute on function app.open_click_months, app.drop_click_month, app.forget_click_salts, app.clicks_committed_until
  to goodword_service;

select app.open_click_months(now());
