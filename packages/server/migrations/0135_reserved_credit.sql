-- How much of what was taken from a reward is kept for bills that are not made yet: it is not spent, and can be taken back. Of
-- credit that the release before has reserved it is 0: that can be taken back after its bill.
alter table app.reward add column reserved bigint not null default 0;
alter table app.reward add constraint reward_reserved_check check (reserved >= 0) not valid;
