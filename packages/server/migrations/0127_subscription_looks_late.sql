-- Subscriptions whose comparison is late, because their bill has come near meanwhile.
drop index concurrently if exists app.processor_subscription_late;
create index concurrently processor_subscription_late on app.processor_subscription (tenant_id, next_bill_date)
  where look_class in ('FAILED', 'ROUTINE');
