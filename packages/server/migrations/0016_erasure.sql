-- Erasures of people, and of the data of a test program.

-- One row per erased person, for ever. The row of a person is erased in the transaction of the request; a job does the rest.
-- `wanted_box` is what the job looks for (IDs and codes), encrypted; it goes when the job has found everything.
create table app.erasure (
  tenant_id text collate "C" not null,
  user_id uuid not null,
  account_id uuid not null,
  -- The account had no other people, so its ID was replaced as well.
  with_account boolean not null,
  wanted_box bytea,
  requested_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, user_id),
  check (finished_at is null or wanted_box is null)
);
-- Whether a person was erased since a time.
create index erasure_by_request on app.erasure (tenant_id, requested_at);
select app.distribute('app.erasure', 'tenant');
create policy tenant_only on app.erasure
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.erasure enable row level security;
grant select, insert, update, delete on app.erasure to goodword_service;

-- By what an erased person, account, code, customer or request key is recognized when a late call names it: a keyed hash,
-- and the placeholder that stands in its place now.
create table app.erased_mark (
  tenant_id text collate "C" not null,
  mark text collate "C" not null,
  kind text collate "C" not null check (kind in ('PERSON', 'ACCOUNT', 'CODE', 'CUSTOMER', 'REQUEST')),
  -- Whose erasure it belongs to.
  user_id uuid not null,
  replacement text collate "C",
  erased_at timestamptz not null,
  primary key (tenant_id, mark)
);
create index erased_mark_user on app.erased_mark (tenant_id, user_id);
select app.distribute('app.erased_mark', 'tenant');
create policy tenant_only on app.erased_mark
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.erased_mark enable row level security;
grant select, insert, delete on app.erased_mark to goodword_service;

-- How far the test data of a tenant is erased: one row for each test tenant whose data was erased.
create table app.test_data_erasure (
  tenant_id text collate "C" not null primary key,
  -- The request that started it.
  request_key text collate "C" not null,
  -- CHECKING: everything was erased once, and what requests in progress stored meanwhile is looked for.
  state text collate "C" not null check (state in ('ERASING', 'CHECKING', 'DONE')),
  erased_rows bigint not null,
  -- By the tenant's clock, as the other times.
  requested_at timestamptz not null,
  emptied_at timestamptz,
  finished_at timestamptz,
  check ((emptied_at is null) = (state = 'ERASING')),
  check ((finished_at is null) = (state <> 'DONE'))
);
select app.distribute('app.test_data_erasure', 'tenant');
create policy tenant_only on app.test_data_erasure
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.test_data_erasure enable row level security;
grant select, insert, update on app.test_data_erasure to goodword_service;

-- Deletes some rows of a table of the test tenant that the transaction serves, and returns how many. It runs as the owner,
-- because the service may not delete entries, events and other rows that never change: no live tenant loses any, and the
-- settings, keys, connection, receivers and audit log of a test tenant stay.
create function app.erase_test_rows(tenant text, relation text, most integer) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  erased integer;
begin
  if tenant is distinct from current_setting('app.tenant', true) or not starts_with(tenant, 'test_')
    or not exists (select from app.tenant t where t.id = tenant and t.mode = 'test') then
    raise exception 'not the test tenant of the transaction' using errcode = 'insufficient_privilege';
  end if;
  if relation <> all (array[
    'event_outbox', 'published_event', 'webhook_attempt', 'webhook_delivery', 'page_link', 'page_session', 'mail', 'mail_unsubscribe',
    'invitation', 'invited_address',
    'export_part', 'export', 'import_claim', 'import_error', 'import_piece', 'import_upload', 'import',
    'processor_notification', 'processor_bill', 'processor_effect', 'processor_payment', 'payment_reversal', 'friend_payment', 'reported_bill',
    'credit_reservation',
    'entry_outbox', 'statistic_count', 'statistic_referrer', 'statistic_visitor', 'statistic_click', 'statistic_flag',
    'fraud_simulation', 'statistic_generation',
    'click', 'public_click', 'redemption', 'closing_balance', 'entry', 'reward', 'evidence_key', 'account_identity',
    'usual_fact', 'referral', 'event',
    'processor_subscription', 'processor_customer', 'former_code', 'referral_code', 'account_user', 'account',
    'erased_mark', 'erasure'
  ]) then
    raise exception 'no test data in %', relation using errcode = 'insufficient_privilege';
  end if;
  execute format(
    'delete from app.%1$I x where x.tenant_id = $1'
    ' and x.ctid = any (array(select y.ctid from app.%1$I y where y.tenant_id = $1 limit $2))', relation
  ) using tenant, most;
  get diagnostics erased = row_count;
  return erased;
end
$$;

-- Erases rows as erase_test_rows does, and counts them. Both as the owner: Citus refuses a transaction in which two roles write
-- rows of one tenant.
create function app.erase_counted_test_rows(tenant text, relation text, most integer) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  erased integer := app.erase_test_rows(tenant, relation, most);
begin
  if erased > 0 then
    update app.test_data_erasure x
    set erased_rows = x.erased_rows + erased
    where x.tenant_id = tenant;
  end if;
  return erased;
end
$$;

revoke execute on function app.erase_test_rows, app.erase_counted_test_rows from public;
grant execute on function app.erase_test_rows, app.erase_counted_test_rows to goodword_service;
