-- Since when the merchant has asked that the discounts are removed at the processor before the keys are, on the machine's clock.
alter table app.processor_connection add column removal_requested_at timestamptz;
