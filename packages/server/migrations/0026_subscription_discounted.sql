-- The live subscriptions of a tenant that have a referral discount, to count them when a connection is changed.
drop index concurrently if exists app.processor_subscription_discounted;
create index concurrently processor_subscription_discounted on app.processor_subscription (tenant_id)
  where is_live and actual_minor > 0;
