-- Discounts that the payment processor did not accept.
drop index concurrently if exists app.processor_subscription_failed;
create index concurrently processor_subscription_failed on app.processor_subscription (tenant_id, id)
  where is_listed and state = 'FAILED';
