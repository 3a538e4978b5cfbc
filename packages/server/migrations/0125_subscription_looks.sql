-- When a subscription is compared with the payment processor again: null if nothing depends on it. Its class says how urgent
-- that is: NEAR its bill, after the processor FAILED to take its discount, as ROUTINE, or AFTER a bill. `read_mark` is a digest of
-- what was last read, by which a change is seen.
alter table app.processor_subscription
  add column look_at timestamptz,
  add column look_class text,
  add column read_mark text collate "C";
alter table app.processor_subscription add constraint processor_subscription_look_class_check
  check (look_class in ('NEAR', 'FAILED', 'ROUTINE', 'AFTER')) not valid;
alter table app.processor_subscription add constraint processor_subscription_look
  check ((look_at is null) = (look_class is null)) not valid;
