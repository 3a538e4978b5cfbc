-- What the merchant's server reported about the first payment of an account, each once by its reference, which is kept as a
-- hash: it may be any text of the merchant's.
create table app.payment_reversal (
  tenant_id text collate "C" not null,
  account_id uuid not null,
  kind text not null check (kind in ('VOID', 'REFUND', 'DISPUTE', 'DISPUTE_WON')),
  reference_hash text collate "C" not null,
  -- Null for the whole payment.
  amount_minor bigint check (amount_minor >= 0),
  currency text collate "C",
  happened_at timestamptz not null,
  effect text not null check (effect in ('HELD', 'APPROVED', 'NONE')),
  reported_at timestamptz not null,
  primary key (tenant_id, account_id, kind, reference_hash)
);
select app.distribute('app.payment_reversal', 'tenant');
create policy tenant_only on app.payment_reversal
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.payment_reversal enable row level security;
grant select, insert, delete on app.payment_reversal to goodword_service;
