-- The bills of subscriptions with a reward or with our discount: what was taken off each, and what should have been. A row is
-- written when the bill is first seen, and what was expected then stays. Amounts are minor units, times of the tenant's clock.
create table app.processor_bill (
  tenant_id text collate "C" not null,
  -- Begins with the time of the bill, so that bills are in their order.
  id uuid not null,
  account_id uuid not null,
  -- Of `processor_subscription`.
  subscription uuid not null,
  -- YYYY-MM-DD, the first day of the period.
  period_start text collate "C" not null,
  -- Null for a bill that came to nothing.
  transaction_id text collate "C",
  billed_at timestamptz not null,
  currency text collate "C" not null,
  price_minor bigint not null check (price_minor >= 0),
  expected_minor bigint not null check (expected_minor >= 0),
  actual_minor bigint not null check (actual_minor >= 0),
  charged_minor bigint not null check (charged_minor >= 0),
  refunded_minor bigint not null check (refunded_minor >= 0),
  state text not null check (state in ('RIGHT', 'WRONG', 'MENDED', 'WAIVED')),
  -- Why it was not right when it was first seen.
  finding text collate "C",
  -- What became of it since.
  resolution text collate "C",
  seen_at timestamptz not null,
  changed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, subscription, period_start),
  check ((state = 'RIGHT') = (finding is null))
);
create index processor_bill_account on app.processor_bill (tenant_id, account_id, id);
create index processor_bill_subscription on app.processor_bill (tenant_id, subscription, id);
create index processor_bill_state on app.processor_bill (tenant_id, state, id);
select app.distribute('app.processor_bill', 'tenant');
create policy tenant_only on app.processor_bill using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_bill enable row level security;
grant select, insert, update on app.processor_bill to goodword_service;
