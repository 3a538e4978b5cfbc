-- Since when the processor takes off something else than the account has earned, although that could be changed: the first
-- check that found it so. Null while it is right or has to wait, and for rows that the release before has written.
alter table app.processor_subscription add column behind_since timestamptz;
