-- How many calls a day the service makes to the processor before its routine comparisons wait for the next day, and the calls
-- of the last day that had any. Days are those of the tenant's clock, UTC.
alter table app.processor_connection
  add column daily_call_budget integer not null default 10000,
  add column calls_day text collate "C",
  add column calls_made integer not null default 0;
alter table app.processor_connection add constraint processor_connection_daily_call_budget_check
  check (daily_call_budget between 100 and 1000000) not valid;
