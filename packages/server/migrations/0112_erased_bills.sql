-- The bills of a test program are test data.
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
    'processor_notification', 'processor_bill', 'processor_effect', 'processor_payment', 'payment_reversal', 'credit_reservation',
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
