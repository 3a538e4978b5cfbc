-- Events of no account: a connection that broke, an export. `resource_id` is another record of ours that an event is about.
alter table app.event alter column account_id drop not null;
alter table app.event add column resource_id uuid;

-- Events that are not published yet: a row for the events of one transaction, which inserts it and nothing else, so that
-- no transaction waits for another. The publisher deletes it. Rows come and go all the time, so dead ones are removed often.
create table app.event_outbox (
  tenant_id text collate "C" not null,
  -- Of the first of the events.
  id uuid not null,
  event_ids uuid[] not null,
  -- By the database's clock.
  queued_at timestamptz not null,
  primary key (tenant_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
select app.distribute('app.event_outbox', 'tenant');

-- How far a tenant's feed of events goes. Only the publisher and the deletion of old events write it, one after the other.
create table app.event_feed (
  tenant_id text collate "C" not null primary key,
  last_position bigint not null,
  -- Events up to this position were deleted.
  removed_position bigint not null,
  check (removed_position between 0 and last_position)
);
select app.distribute('app.event_feed', 'tenant');

-- The feed: events in the order of their positions, which are given after the commit of what happened, by one publisher at
-- a time. So a reader that has read up to a position has missed nothing before it.
create table app.published_event (
  tenant_id text collate "C" not null,
  position bigint not null,
  event_id uuid not null,
  type text collate "C" not null,
  reason text collate "C" not null,
  -- The account that it is about.
  account_id uuid,
  -- The state at the publication: ids of ours, amounts, times. Ids of the merchant are looked up when it is read.
  data jsonb not null,
  -- By the tenant's clock.
  created_at timestamptz not null,
  -- By the machine's clock.
  published_at timestamptz not null,
  primary key (tenant_id, position),
  unique (tenant_id, event_id)
);
create index published_event_by_type on app.published_event (tenant_id, type, position);
create index published_event_by_account on app.published_event (tenant_id, account_id, position);
select app.distribute('app.published_event', 'tenant');

create policy tenant_only on app.event_outbox using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.event_outbox enable row level security;
create policy tenant_only on app.event_feed using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.event_feed enable row level security;
create policy tenant_only on app.published_event using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.published_event enable row level security;

grant select, insert, delete on app.event_outbox to goodword_service;
grant select, insert, update on app.event_feed to goodword_service;
grant select, insert, delete on app.published_event to goodword_service;

-- The next tenants with events to publish, in the order of their names, and whether their publisher can be started: not
-- while it runs or waits for a retry, and not for disabled tenants. Two index look-ups per tenant, however many events wait.
create function app.tenants_with_unpublished_events(after text, most integer)
returns table (tenant_id text, is_due boolean)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  found_tenant text := after;
begin
  for answered in 1 .. most loop
    select o.tenant_id into found_tenant
    from app.event_outbox o
    where o.tenant_id > found_tenant
    order by o.tenant_id
    limit 1;
    exit when not found;
    tenant_id := found_tenant;
    is_due := not exists (
      select
      from app.job j
      where j.tenant_id = found_tenant
        and j.kind = 'PUBLISH_EVENTS'
        and j.subject = ''
        and j.state in ('RUNNING', 'WAITING')
    ) and not exists (select from app.tenant t where t.id = found_tenant and t.disabled_at is not null);
    return next;
  end loop;
end
$$;

-- How many events wait for their publication, counted in 10,000 transactions, and for how many seconds the oldest of the
-- first 1,000 tenants does. Events of disabled tenants do not wait.
create function app.unpublished_event_statistics() returns table (events bigint, oldest_seconds double precision)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  found_tenant text := '';
  found_time timestamptz;
  oldest_time timestamptz := now();
begin
  for answered in 1 .. 1000 loop
    select o.tenant_id, o.queued_at into found_tenant, found_time
    from app.event_outbox o
    where o.tenant_id > found_tenant
    order by o.tenant_id, o.id
    limit 1;
    exit when not found;
    if not exists (select from app.tenant t where t.id = found_tenant and t.disabled_at is not null) then
      oldest_time := least(oldest_time, found_time);
    end if;
  end loop;
  return query
    select coalesce(sum(cardinality(o.event_ids)), 0)::bigint, extract(epoch from now() - oldest_time)::double precision
    from (select x.event_ids from app.event_outbox x limit 10000) as o;
end
$$;

revoke execute on function app.tenants_with_unpublished_events, app.unpublished_event_statistics from public;
grant execute on function app.tenants_with_unpublished_events, app.unpublished_event_statistics to goodword_service;
