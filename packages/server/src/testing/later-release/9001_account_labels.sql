-- Made for tests: what a later release may do beside a service of this one at work. A table of a tenant, a column of a table that has
-- rows, and a function in the place of one that each update of a row calls.
create table app.account_label (
  tenant_id text collate "C" not null,
  account_id uuid not null,
  label text not null,
  primary key (tenant_id, account_id, label)
);
select app.distribute('app.account_label', 'tenant');
create policy tenant_only on app.account_label
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.account_label enable row level security;
grant select, insert, delete on app.account_label to goodword_service;

alter table app.account add column label_count integer not null default 0;

create or replace function app.expect_update(is_inserted boolean) returns void
language plpgsql immutable as $$
begin
  if is_inserted then
    raise exception 'wrote no row where one was due';
  end if;
end
$$;
