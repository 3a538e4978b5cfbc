-- How many calls a day the service makes to the processor before its routine comparisons wait for the next day, and the calls
-- of the last day that had any. Days are those of the tenant's clock, UTC.
alter table app.processor_connection
  add column daily_call_budget integer not null default 10000 check (daily_call_budget between 100 and 1000000),
  add column calls_day text collate "C",
  add column calls_made integer not null default 0;
