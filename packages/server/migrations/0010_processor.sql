-- The connection to a payment processor, its notifications, and what was last read of customers, subscriptions, payments and
-- bills there. Ids are the processor's, times of the tenant's clock.

-- The connection of a tenant to its merchant at a payment processor. A new id for each merchant: the private key is
-- encrypted for this row, and another merchant's notifications do not count for it.
create table app.processor_connection (
  tenant_id text collate "C" not null primary key,
  id uuid not null,
  -- The name of its connector.
  processor text collate "C" not null,
  -- `sandbox`, `production`, or the address of a local gateway.
  environment text collate "C" not null,
  -- The merchant's account at the processor.
  merchant_id text collate "C" not null,
  -- What may be shown of the keys; null if all of them are secret.
  public_key text collate "C",
  -- The credentials as a whole, encrypted.
  credentials_box bytea not null,
  -- What the last check found missing at the processor.
  missing_setup jsonb not null,
  setup_checked_at timestamptz not null,
  last_call_at timestamptz not null,
  last_error_code text collate "C",
  last_error_message text,
  last_error_at timestamptz,
  connected_at timestamptz not null,
  -- The mark of the secret key that the notification URL follows from which the payment processor calls, as far as is known. Null
  -- for a connection that no rotation has met: its URL follows from the present key.
  hook_mark text collate "C",
  -- How many calls a day the service makes to the processor before its routine comparisons wait for the next day, and the calls
  -- of the last day that had any. Days are those of the tenant's clock, UTC.
  daily_call_budget integer not null default 10000 check (daily_call_budget between 100 and 1000000),
  calls_day text collate "C",
  calls_made integer not null default 0,
  -- Since when the merchant has asked that what the keys are needed for is ended at the processor before they are deleted, on the
  -- machine's clock, and whether discounts on subscriptions stay.
  removal_requested_at timestamptz,
  removal_leaves_discounts boolean not null default false,
  -- The time, by the processor's clock, of the newest notification that was read there, because it may not have arrived; and when
  -- they were last read, on the machine's clock. Null before, and for a processor that does not list them.
  notifications_until timestamptz,
  notifications_read_at timestamptz,
  -- When a notification last said that a discount of the program was changed by hand at the processor, on the machine's clock.
  discounts_changed_at timestamptz,
  check ((last_error_code is null) = (last_error_at is null)),
  check ((last_error_code is null) = (last_error_message is null))
);
select app.distribute('app.processor_connection', 'tenant');
create policy tenant_only on app.processor_connection
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_connection enable row level security;
grant select, insert, update, delete on app.processor_connection to goodword_service;

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
  outcome text collate "C"
    check (outcome in ('CUSTOMER_FOUND', 'NO_SUBSCRIPTION', 'SUBSCRIPTION_NOT_FOUND', 'DISCONNECTED')),
  -- The payment that a dispute is about: its notification names neither a subscription nor a customer.
  payment_id text collate "C",
  primary key (tenant_id, id),
  unique (tenant_id, payload_hash),
  check ((processed_at is null) = (outcome is null))
);
create index processor_notification_age on app.processor_notification (tenant_id, received_at);
create index processor_notification_payload_age on app.processor_notification (tenant_id, received_at)
  where payload is not null;
-- Notifications of one kind, and those that are not processed, newest first.
create index processor_notification_by_kind on app.processor_notification (tenant_id, kind, id);
create index processor_notification_unprocessed on app.processor_notification (tenant_id, id)
  where outcome is null;
select app.distribute('app.processor_notification', 'tenant');
create policy tenant_only on app.processor_notification
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_notification enable row level security;
grant select, insert, update, delete on app.processor_notification to goodword_service;

-- When each kind of notification was last received, to the minute.
create table app.processor_notification_kind (
  tenant_id text collate "C" not null,
  connection_id uuid not null,
  kind text collate "C" not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, connection_id, kind)
);
select app.distribute('app.processor_notification_kind', 'tenant');
create policy tenant_only on app.processor_notification_kind
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_notification_kind enable row level security;
grant select, insert, update, delete on app.processor_notification_kind to goodword_service;

-- A customer, from the moment it is bound to an account on a connected tenant. Its payments say nothing before that.
create table app.processor_customer (
  tenant_id text collate "C" not null,
  customer_id text collate "C" not null,
  account_id uuid not null,
  bound_at timestamptz not null,
  -- Since when the connected processor is known to have no live subscription of it, on the tenant's clock; null while it has, or was
  -- not asked.
  missing_since timestamptz,
  primary key (tenant_id, customer_id)
);
select app.distribute('app.processor_customer', 'tenant');
create policy tenant_only on app.processor_customer
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_customer enable row level security;
grant select, insert, update on app.processor_customer to goodword_service;

-- A subscription of such a customer, with the discount of its next bill.
create table app.processor_subscription (
  tenant_id text collate "C" not null,
  id uuid not null,
  subscription_id text collate "C" not null,
  customer_id text collate "C" not null,
  account_id uuid not null,
  is_live boolean not null,
  -- The merchant put our discount on it before the service did.
  came_with_discount boolean not null,
  currency text collate "C" not null,
  -- YYYY-MM-DD; null when no further bill is due.
  next_bill_date text collate "C",
  -- In minor units: what is to be taken off the next bill, what the processor takes off now.
  expected_minor bigint not null check (expected_minor >= 0),
  actual_minor bigint not null check (actual_minor >= 0),
  -- Our discount stands on it, though the next bill may come to nothing as far as is known.
  has_discount boolean not null default false,
  -- It is live, and has our discount or an account with a reward.
  is_listed boolean not null,
  state text not null check (state in ('IN_STEP', 'PENDING', 'WAITING', 'FAILED')),
  reason text collate "C",
  checked_at timestamptz not null,
  -- What the last reading says about the next bill. Bills that were made before `bills_from` are not kept.
  bill_count integer not null,
  price_minor bigint not null,
  -- False where the next bill depends on usage, and the processor has no forecast of it: its amounts are 0 then.
  is_price_known boolean not null default true,
  balance_minor bigint not null,
  bills_from timestamptz not null,
  -- Since when the processor takes off something else than the account has earned, although that could be changed: the first
  -- check that found it so. Null while it is right or has to wait.
  behind_since timestamptz,
  -- When it is compared with the payment processor again: null if nothing depends on it. Its class says how urgent that is:
  -- NEAR its bill, after the processor FAILED to take its discount, as ROUTINE, or AFTER a bill. `read_mark` is a digest of
  -- what was last read, by which a change is seen.
  look_at timestamptz,
  look_class text check (look_class in ('NEAR', 'FAILED', 'ROUTINE', 'AFTER')),
  read_mark text collate "C",
  -- What the service remembers of its own changes of the discount, so that it makes none without end; null before the first.
  own_writes jsonb,
  primary key (tenant_id, id),
  unique (tenant_id, subscription_id),
  check ((reason is not null) = (state in ('WAITING', 'FAILED'))),
  constraint processor_subscription_look check ((look_at is null) = (look_class is null))
);
create index processor_subscription_account on app.processor_subscription (tenant_id, account_id, id);
create index processor_subscription_contested on app.processor_subscription (tenant_id, id)
  where is_listed and state = 'FAILED' and reason in ('COUPON_DIFFERS', 'CHANGED_BY_SOMEONE_ELSE');
create index processor_subscription_listed on app.processor_subscription (tenant_id, id)
  where is_listed;
-- The live subscriptions of a tenant that have a referral discount, to count them when a connection is changed.
create index processor_subscription_discounted on app.processor_subscription (tenant_id)
  where is_live and (actual_minor > 0 or has_discount);
-- Discounts that the payment processor did not accept.
create index processor_subscription_failed on app.processor_subscription (tenant_id, id)
  where is_listed and state = 'FAILED';
-- For the figures of all tenants: the discounts that are not as they should be, which are few, and those that were checked
-- longest ago, of live and of test programs. The condition on the name keeps reads of one tenant from taking the latter.
create index processor_subscription_behind on app.processor_subscription (tenant_id, state, behind_since, next_bill_date)
  where is_listed and state <> 'IN_STEP';
create index processor_subscription_live_check on app.processor_subscription (checked_at, state, next_bill_date, tenant_id)
  where is_listed and not starts_with(tenant_id, 'test_');
create index processor_subscription_test_check on app.processor_subscription (checked_at, state, next_bill_date, tenant_id)
  where is_listed and starts_with(tenant_id, 'test_');
-- Subscriptions that are to be compared, by how urgent and by when.
create index processor_subscription_look on app.processor_subscription (tenant_id, look_class, look_at)
  where look_at is not null;
-- Subscriptions whose comparison is late, because their bill has come near meanwhile.
create index processor_subscription_late on app.processor_subscription (tenant_id, next_bill_date)
  where look_class in ('FAILED', 'ROUTINE');
-- The live subscriptions that have a referral discount, or were to have one: what is left to remove when a program is disconnected.
create index processor_subscription_to_remove on app.processor_subscription (tenant_id, customer_id)
  where is_live and (expected_minor > 0 or actual_minor > 0 or has_discount);
select app.distribute('app.processor_subscription', 'tenant');
create policy tenant_only on app.processor_subscription
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_subscription enable row level security;
grant select, insert, update on app.processor_subscription to goodword_service;

-- A bill that the merchant's own system made, as it was reported: for programs that are connected to no processor but that one.
create table app.reported_bill (
  tenant_id text collate "C" not null,
  subscription_id text collate "C" not null,
  -- YYYY-MM-DD, UTC.
  day text collate "C" not null,
  -- It stands for the payment.
  id uuid not null,
  customer_id text collate "C" not null,
  account_id uuid not null,
  billed_at timestamptz not null,
  currency text collate "C" not null,
  price_minor bigint not null check (price_minor >= 0),
  discount_minor bigint not null check (discount_minor between 0 and price_minor),
  -- YYYY-MM-DD; null for the last one of its subscription.
  next_bill_date text collate "C",
  -- The time from bill to bill.
  interval_unit text collate "C" not null check (interval_unit in ('DAY', 'WEEK', 'MONTH', 'YEAR')),
  interval_count integer not null check (interval_count > 0),
  -- What is to be taken off the bill after it, as the merchant can read it.
  next_discount_minor bigint not null check (next_discount_minor >= 0),
  primary key (tenant_id, subscription_id, day),
  unique (tenant_id, id)
);
create index reported_bill_customer on app.reported_bill (tenant_id, customer_id);
select app.distribute('app.reported_bill', 'tenant');
create policy tenant_only on app.reported_bill
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.reported_bill enable row level security;
grant select, insert, update, delete on app.reported_bill to goodword_service;

-- Something that must be done at the processor exactly once. It is stored before it is done; `source` names its cause.
create table app.processor_effect (
  tenant_id text collate "C" not null,
  kind text not null check (kind in ('REFUND', 'CREDIT')),
  source text collate "C" not null,
  -- What it is done to: the payment.
  target text collate "C" not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text collate "C" not null,
  state text not null check (state in ('INTENDED', 'DONE', 'REFUSED')),
  -- The processor's id of what was made, or why it refused.
  result text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, kind, source),
  check ((state = 'INTENDED') = (finished_at is null))
);
select app.distribute('app.processor_effect', 'tenant');
create policy tenant_only on app.processor_effect
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_effect enable row level security;
grant select, insert, update on app.processor_effect to goodword_service;

-- The next tenants with notifications that are older than they or their payloads are kept, in the order of their names, disabled
-- ones included. Sweeps open a transaction in these alone.
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

revoke execute on function app.tenants_with_old_notifications from public;
grant execute on function app.tenants_with_old_notifications to goodword_service;
