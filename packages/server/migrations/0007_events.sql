-- What happened: the events of accounts, their publication in order, and the webhooks that they are sent to.

-- What happened, and why something did not. What did not happen is kept once per account and subject (its type, reason
-- and code); what happened is kept once because the state that it changes allows it once. Ids only: the names and
-- addresses of people are not here.
create table app.event (
  tenant_id text collate "C" not null,
  id uuid not null,
  -- Null for events of no account: a connection that broke, an export.
  account_id uuid,
  referring_account_id uuid,
  type text not null,
  reason text not null,
  subject text collate "C",
  actor text not null,
  code text collate "C",
  user_id uuid,
  referral_id uuid,
  reward_id uuid,
  created_at timestamptz not null,
  -- What a discount at the payment processor was and is, in minor units; null for events about anything else.
  before_minor bigint,
  after_minor bigint,
  currency text collate "C",
  -- Another record of ours that the event is about.
  resource_id uuid,
  -- Why a person did what the event is about, in their words, and who they were: `staff <id> <e-mail>` or `key <name>`.
  note text,
  author text,
  primary key (tenant_id, id)
);
create unique index event_once on app.event (tenant_id, account_id, subject)
  where subject is not null;
create index event_by_account on app.event (tenant_id, account_id, id);
create index event_by_referrer on app.event (tenant_id, referring_account_id, id)
  where referring_account_id is not null;
-- The notes about an account and about the referrals that it made, for erasures.
create index event_note_by_account on app.event (tenant_id, account_id)
  where note is not null;
create index event_note_by_referrer on app.event (tenant_id, referring_account_id)
  where note is not null;
select app.distribute('app.event', 'tenant');
create policy tenant_only on app.event
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.event enable row level security;
-- Events are only ever added. An erasure changes the columns that can name a person.
grant select, insert on app.event to goodword_service;
grant update (code, subject, note) on app.event to goodword_service;

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
) with (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0
);
select app.distribute('app.event_outbox', 'tenant');
create policy tenant_only on app.event_outbox
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.event_outbox enable row level security;
grant select, insert, delete on app.event_outbox to goodword_service;

-- How far a tenant's feed of events goes. Only the publisher and the deletion of old events write it, one after the other.
create table app.event_feed (
  tenant_id text collate "C" not null primary key,
  last_position bigint not null,
  -- Events up to this position were deleted.
  removed_position bigint not null,
  check (removed_position between 0 and last_position)
);
select app.distribute('app.event_feed', 'tenant');
create policy tenant_only on app.event_feed
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.event_feed enable row level security;
grant select, insert, update on app.event_feed to goodword_service;

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
create policy tenant_only on app.published_event
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.published_event enable row level security;
grant select, insert, delete on app.published_event to goodword_service;

-- Webhooks: URLs of a tenant that events are sent to, and how each event got there. Times of attempts are the machine's.
create table app.webhook_receiver (
  tenant_id text collate "C" not null,
  id uuid not null,
  url text collate "C" not null,
  -- Names of event types; empty for all.
  types jsonb not null,
  description text,
  includes_personal_data boolean not null,
  -- Null while enabled.
  disabled_reason text check (disabled_reason in ('GONE', 'FAILING', 'MANUAL')),
  -- Encrypted for this row.
  secret_box bytea not null,
  -- Signs as well until its time, after a rotation.
  previous_secret_box bytea,
  previous_secret_until timestamptz,
  rotated_at timestamptz,
  -- The first failure after the last success.
  failing_since timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, url),
  check ((previous_secret_box is null) = (previous_secret_until is null))
);
select app.distribute('app.webhook_receiver', 'tenant');
create policy tenant_only on app.webhook_receiver
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.webhook_receiver enable row level security;
grant select, insert, update, delete on app.webhook_receiver to goodword_service;

-- An event for a receiver: one row, however often it is sent. `position` is that of the published event; null for a test,
-- which is not published.
create table app.webhook_delivery (
  tenant_id text collate "C" not null,
  id uuid not null,
  receiver_id uuid not null,
  event_id uuid not null,
  position bigint,
  type text collate "C" not null,
  state text not null check (state in ('PENDING', 'SUCCEEDED', 'FAILED')),
  -- Since the last request to send it.
  attempts integer not null check (attempts >= 0),
  next_attempt_at timestamptz,
  -- By the tenant's clock.
  created_at timestamptz not null,
  primary key (tenant_id, id),
  -- In this order it also finds all deliveries of an event.
  unique (tenant_id, event_id, receiver_id),
  check ((state = 'PENDING') = (next_attempt_at is not null))
);
create index webhook_delivery_receiver on app.webhook_delivery (tenant_id, receiver_id, id);
create index webhook_delivery_due on app.webhook_delivery (tenant_id, receiver_id, next_attempt_at)
  where state = 'PENDING';
-- There is one at most.
create index webhook_delivery_test on app.webhook_delivery (tenant_id, receiver_id)
  where state = 'PENDING' and position is null;
create index webhook_delivery_age on app.webhook_delivery (tenant_id, created_at);
-- Deliveries to a receiver in one state: of the few that failed among the many that succeeded, or the other way round.
create index webhook_delivery_state on app.webhook_delivery (tenant_id, receiver_id, state, id);
select app.distribute('app.webhook_delivery', 'tenant');
create policy tenant_only on app.webhook_delivery
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.webhook_delivery enable row level security;
grant select, insert, update, delete on app.webhook_delivery to goodword_service;

-- A request to a receiver. The request is kept without personal data; the response is whatever the receiver answered.
create table app.webhook_attempt (
  tenant_id text collate "C" not null,
  delivery_id uuid not null,
  id uuid not null,
  started_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  status integer,
  error text collate "C",
  request text not null,
  response text,
  primary key (tenant_id, delivery_id, id)
);
select app.distribute('app.webhook_attempt', 'tenant');
create policy tenant_only on app.webhook_attempt
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.webhook_attempt enable row level security;
grant select, insert, update, delete on app.webhook_attempt to goodword_service;

-- The next tenants with events to publish, in the order of their names, and whether their publisher can be started: not
-- while it runs or waits for a retry, and not for disabled tenants. It looks across tenants as 0008_jobs says.
create function app.tenants_with_unpublished_events(after text, most integer)
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

-- For how many seconds the oldest event has been waiting for its publication, and how many wait, counted in 10,000
-- transactions. Events of disabled tenants do not wait.
create function app.unpublished_event_statistics() returns table (events bigint, oldest_seconds double precision)
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

revoke execute on function app.tenants_with_unpublished_events, app.unpublished_event_statistics from public;
grant execute on function app.tenants_with_unpublished_events, app.unpublished_event_statistics to goodword_service;
