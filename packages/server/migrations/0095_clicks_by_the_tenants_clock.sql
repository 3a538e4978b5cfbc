-- By how much the clock of a test tenant was ahead of the database's: the click happened at their sum. The time of the
-- database stays the key, because there is always a partition for it, and because clicks are counted in its order.
alter table app.click add column ahead_ms bigint not null default 0;
