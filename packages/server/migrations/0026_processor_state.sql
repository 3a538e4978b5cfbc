-- What was last read of the customers and subscriptions at the payment processor, and what the service does to them. Ids
-- are the processor's, times of the tenant's clock.

-- A customer, from the moment it is bound to an account on a connected tenant. Its payments say nothing before that.
create table app.processor_customer (
  tenant_id text collate "C" not null,
  customer_id text collate "C" not null,
  account_id uuid not null,
  bound_at timestamptz not null,
  primary key (tenant_id, customer_id)
);
select app.distribute('app.processor_customer', 'tenant');

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
  -- It is live, and has our discount or an account with a reward.
  is_listed boolean not null,
  state text not null check (state in ('IN_STEP', 'PENDING', 'WAITING', 'FAILED')),
  reason text collate "C",
  checked_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, subscription_id),
  check ((reason is not null) = (state in ('WAITING', 'FAILED')))
);
create index processor_subscription_customer on app.processor_subscription (tenant_id, customer_id);
create index processor_subscription_account on app.processor_subscription (tenant_id, account_id, id);
create index processor_subscription_listed on app.processor_subscription (tenant_id, id) where is_listed;
select app.distribute('app.processor_subscription', 'tenant');

-- Something that must be done at the processor exactly once. It is stored before it is done; `source` names its cause.
create table app.processor_effect (
  tenant_id text collate "C" not null,
  kind text not null check (kind in ('REFUND')),
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

-- Credit that is taken from rewards for one bill of a subscription, until the bill shows what it used.
create table app.credit_reservation (
  tenant_id text collate "C" not null,
  id uuid not null,
  account_id uuid not null,
  subscription_id text collate "C" not null,
  -- How many bills the subscription has had with this one.
  cycle integer not null check (cycle > 0),
  bill_date text collate "C" not null,
  currency text collate "C" not null,
  percentage_minor bigint not null check (percentage_minor >= 0),
  -- [{"rewardId", "amount"}], the soonest to expire first.
  parts jsonb not null,
  changes integer not null check (changes >= 0),
  is_open boolean not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, subscription_id, cycle)
);
create index credit_reservation_open on app.credit_reservation (tenant_id, account_id) where is_open;
select app.distribute('app.credit_reservation', 'tenant');

create policy tenant_only on app.processor_customer using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_customer enable row level security;
create policy tenant_only on app.processor_subscription using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_subscription enable row level security;
create policy tenant_only on app.processor_effect using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_effect enable row level security;
create policy tenant_only on app.credit_reservation using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.credit_reservation enable row level security;

grant select, insert, update on app.processor_customer to goodword_service;
grant select, insert, update on app.processor_subscription to goodword_service;
grant select, insert, update on app.processor_effect to goodword_service;
grant select, insert, update on app.credit_reservation to goodword_service;
