-- Fraud rules that flagged referrals, by referral, rule and mode: when, and what statistics have counted of it. Both sides are
-- counted by how they were decided.
create table app.statistic_flag (
  tenant_id text collate "C" not null,
  referral_id uuid not null,
  rule text collate "C" not null,
  is_shadow boolean not null,
  flagged_at timestamptz not null,
  referrer_state text collate "C" not null,
  referred_state text collate "C" not null,
  primary key (tenant_id, referral_id, rule, is_shadow)
);
select app.distribute('app.statistic_flag', 'tenant');
create policy tenant_only on app.statistic_flag using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.statistic_flag enable row level security;
grant select, insert, update on app.statistic_flag to goodword_service;

-- The referrals up to this one are counted by the rules that flagged them; null is all of them. Generations that exist begin
-- with the first.
alter table app.statistic_generation
  add column flags_until uuid default '00000000-0000-0000-0000-000000000000';

-- As before, and with the new table.
create or replace function app.erase_test_rows(tenant text, relation text, most integer) returns integer
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
    'event_outbox', 'published_event', 'webhook_attempt', 'webhook_delivery', 'mail', 'mail_unsubscribe',
    'export_part', 'export', 'import_claim', 'import_error', 'import_piece', 'import_upload', 'import',
    'processor_notification', 'processor_effect', 'processor_payment', 'credit_reservation',
    'entry_outbox', 'statistic_count', 'statistic_referrer', 'statistic_visitor', 'statistic_click', 'statistic_flag',
    'statistic_generation',
    'click', 'redemption', 'closing_balance', 'entry', 'reward', 'referral', 'event',
    'processor_subscription', 'processor_customer', 'referral_code', 'participant', 'account',
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
