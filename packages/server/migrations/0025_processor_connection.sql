-- The connection of a tenant to its merchant at a payment processor. A new id for each merchant: the private key is
-- encrypted for this row, and another merchant's notifications do not count for it.
create table app.processor_connection (
  tenant_id text collate "C" not null primary key,
  id uuid not null,
  processor text collate "C" not null check (processor in ('braintree')),
  -- `sandbox`, `production`, or the address of a local gateway.
  environment text collate "C" not null,
  merchant_id text collate "C" not null,
  public_key text collate "C" not null,
  private_key_box bytea not null,
  -- What the last check found missing at the processor.
  missing_setup jsonb not null,
  setup_checked_at timestamptz not null,
  last_call_at timestamptz not null,
  last_error_code text collate "C",
  last_error_message text,
  last_error_at timestamptz,
  connected_at timestamptz not null,
  check ((last_error_code is null) = (last_error_at is null)),
  check ((last_error_code is null) = (last_error_message is null))
);
select app.distribute('app.processor_connection', 'tenant');

-- A notification whose signature was right, once however often it was sent. What processing needs stands in columns, so
-- that it does not depend on the key that it was signed with. The payload is cleared after 30 days, the row after 90.
create table app.processor_notification (
  tenant_id text collate "C" not null,
  id uuid not null,
  connection_id uuid not null,
  payload_hash bytea not null,
  kind text collate "C" not null,
  subscription_id text collate "C",
  customer_id text collate "C",
  sent_at timestamptz not null,
  payload text,
  received_at timestamptz not null,
  processed_at timestamptz,
  outcome text collate "C" check (outcome in ('CUSTOMER_FOUND', 'NO_SUBSCRIPTION', 'SUBSCRIPTION_NOT_FOUND', 'DISCONNECTED')),
  primary key (tenant_id, id),
  unique (tenant_id, payload_hash),
  check ((processed_at is null) = (outcome is null))
);
create index processor_notification_age on app.processor_notification (tenant_id, received_at);
create index processor_notification_payload_age on app.processor_notification (tenant_id, received_at)
  where payload is not null;
select app.distribute('app.processor_notification', 'tenant');

-- When each kind of notification was last received, to the minute.
create table app.processor_notification_kind (
  tenant_id text collate "C" not null,
  connection_id uuid not null,
  kind text collate "C" not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, connection_id, kind)
);
select app.distribute('app.processor_notification_kind', 'tenant');

create policy tenant_only on app.processor_connection using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_connection enable row level security;
create policy tenant_only on app.processor_notification using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_notification enable row level security;
create policy tenant_only on app.processor_notification_kind using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_notification_kind enable row level security;

grant select, insert, update, delete on app.processor_connection to goodword_service;
grant select, insert, update, delete on app.processor_notification to goodword_service;
grant select, insert, update, delete on app.processor_notification_kind to goodword_service;
