-- The payment that a dispute is about: its notification names neither a subscription nor a customer.
alter table app.processor_notification
  add column payment_id text collate "C";
