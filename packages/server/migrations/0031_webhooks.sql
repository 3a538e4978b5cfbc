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
create index webhook_delivery_due on app.webhook_delivery (tenant_id, receiver_id, next_attempt_at) where state = 'PENDING';
-- There is one at most.
create index webhook_delivery_test on app.webhook_delivery (tenant_id, receiver_id)
  where state = 'PENDING' and position is null;
create index webhook_delivery_age on app.webhook_delivery (tenant_id, created_at);
select app.distribute('app.webhook_delivery', 'tenant');

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

create policy tenant_only on app.webhook_receiver using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.webhook_receiver enable row level security;
create policy tenant_only on app.webhook_delivery using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.webhook_delivery enable row level security;
create policy tenant_only on app.webhook_attempt using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.webhook_attempt enable row level security;

grant select, insert, update, delete on app.webhook_receiver to goodword_service;
grant select, insert, update, delete on app.webhook_delivery to goodword_service;
grant select, insert, update, delete on app.webhook_attempt to goodword_service;
