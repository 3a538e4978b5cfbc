-- For the figures of all tenants: the discounts that are not as they should be, which are few, and those that were checked longest
-- ago, of live and of test programs. The condition on the name keeps reads of one tenant from taking the latter.
drop index concurrently if exists app.processor_subscription_behind;
create index concurrently processor_subscription_behind
  on app.processor_subscription (tenant_id, state, behind_since, next_bill_date)
  where is_listed and state <> 'IN_STEP';
drop index concurrently if exists app.processor_subscription_live_check;
create index concurrently processor_subscription_live_check
  on app.processor_subscription (checked_at, state, next_bill_date, tenant_id)
  where is_listed and not starts_with(tenant_id, 'test_');
drop index concurrently if exists app.processor_subscription_test_check;
create index concurrently processor_subscription_test_check
  on app.processor_subscription (checked_at, state, next_bill_date, tenant_id)
  where is_listed and starts_with(tenant_id, 'test_');
