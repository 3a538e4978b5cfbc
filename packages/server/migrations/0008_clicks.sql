-- Clicks on share links, by months, so that old ones go with their month instead of row by row. Nothing in them says who
-- clicked: neither an address nor a browser is kept, and the salt of `visitor` is gone after its day.
create table app.click (
  tenant_id text collate "C" not null,
  clicked_at timestamptz not null,
  id uuid not null,
  -- Who shared the link.
  participant_id uuid not null,
  via text collate "C" check (via in ('direct', 'email', 'twitter', 'facebook', 'linkedin', 'whatsapp')),
  -- 16 bytes of a hash.
  visitor uuid not null,
  primary key (tenant_id, clicked_at, id)
) partition by range (clicked_at);
select app.distribute('app.click', 'tenant');

-- What the hashes of a day are made with. Not logged, so that neither a backup nor a standby nor an archive of the log
-- of changes ever has it.
create unlogged table app.click_salt (
  tenant_id text collate "C" not null,
  day date not null,
  salt bytea not null,
  primary key (tenant_id, day)
);
select app.distribute('app.click_salt', 'tenant');

create policy tenant_only on app.click using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.click enable row level security;
create policy tenant_only on app.click_salt using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.click_salt enable row level security;
grant select, insert on app.click to goodword_service;
grant select, insert on app.click_salt to goodword_service;

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
-- Answers its name, or null. One at a time: a clock that has gone wrong takes little before somebody sees it. Who adds
-- clicks meanwhile waits no longer than the lock is waited for.
create function app.drop_click_month(told timestamptz) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
set lock_timeout = '100ms'
as $$
declare
  oldest text;
begin
  select c.relname into oldest
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'app.click'::regclass
    and to_date(c.relname, '"click_"YYYY_MM') + interval '1 month' <= least(told, now()) - interval '400 days'
  order by c.relname
  limit 1;
  if oldest is null then
    return null;
  end if;
  lock table app.click in access exclusive mode;
  execute format('drop table if exists app.%I', oldest);
  return oldest;
end
$$;

-- Forgets the salts of days that are over. Emptying the table gives its file away; deleting would leave them in it.
create function app.forget_click_salts() returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
set lock_timeout = '100ms'
as $$
declare
  kept app.click_salt[];
begin
  if not exists (select from app.click_salt where day < current_date) then
    return;
  end if;
  lock table app.click_salt in access exclusive mode;
  kept := array(select s from app.click_salt s where s.day >= current_date);
  truncate app.click_salt;
  insert into app.click_salt select * from unnest(kept);
end
$$;

revoke execute on function app.open_click_months, app.drop_click_month, app.forget_click_salts from public;
grant execute on function app.open_click_months, app.drop_click_month, app.forget_click_salts to goodword_service;

select app.open_click_months(now());
