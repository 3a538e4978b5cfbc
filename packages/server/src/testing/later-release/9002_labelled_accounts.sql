-- Made for tests: an index on a table that has rows, which is built beside writes and so in a file of its own.
drop index concurrently if exists app.account_labelled;
create index concurrently account_labelled on app.account (tenant_id, id)
  where label_count > 0;
