-- How many more e-mails a recipient or a merchant's staff may be sent, as the time from which on all of an allowance is there
-- again, in milliseconds since the epoch: Citus adds no interval to a timestamptz here. A row that is past says nothing.
create table app.letter_allowance (
  -- A keyed hash of whose it is.
  subject text collate "C" primary key,
  full_at_ms bigint not null
);
create index letter_allowance_full on app.letter_allowance (full_at_ms);
select app.distribute('app.letter_allowance', 'reference');
grant select, insert, update, delete on app.letter_allowance to goodword_service;
