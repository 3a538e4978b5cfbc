-- Subscriptions that are to be compared, by how urgent and by when.
drop index concurrently if exists app.processor_subscription_look;
create index concurrently processor_subscription_look on app.processor_subscription (tenant_id, look_class, look_at)
  where look_at is not null;
