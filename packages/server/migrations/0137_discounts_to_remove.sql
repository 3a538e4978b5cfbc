-- The live subscriptions that have a referral discount, or were to have one: what is left to remove when a program is disconnected.
drop index concurrently if exists app.processor_subscription_to_remove;
create index concurrently processor_subscription_to_remove on app.processor_subscription (tenant_id, customer_id)
  where is_live and (expected_minor > 0 or actual_minor > 0);
