-- What an account's ledger came to at a moment that lies some time back, by source, type and unit. A balance is then the
-- closing and the entries after it, however many entries there are. All rows of an account are of one moment.
create table app.closing_balance (
  tenant_id text collate "C" not null,
  account_id uuid not null,
  reward_source text not null,
  reward_type text not null,
  unit text not null,
  amount bigint not null,
  until timestamptz not null,
  primary key (tenant_id, account_id, reward_source, reward_type, unit),
  foreign key (tenant_id, account_id) references app.account (tenant_id, id)
);
select app.distribute('app.closing_balance', 'tenant');
create policy tenant_only on app.closing_balance using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.closing_balance enable row level security;
grant select, insert, update on app.closing_balance to goodword_service;
