-- What the last reading of a subscription says about its next bill; null for one that was read by an earlier release. Bills that were
-- made before `bills_from` are not kept.
alter table app.processor_subscription
  add column bill_count integer,
  add column price_minor bigint,
  add column balance_minor bigint,
  add column bills_from timestamptz;
