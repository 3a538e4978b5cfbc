-- How often a reward was cancelled: a clock may show one moment twice, so the time alone does not name a cancellation. What the
-- release before this one cancels is not counted.
alter table app.reward add column cancellations integer not null default 0;
