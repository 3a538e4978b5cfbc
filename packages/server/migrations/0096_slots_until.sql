-- Up to when a generation has counted the quarter hours of former clicks again. Their times are those of the tenant's clock,
-- while `clicks_until` is a time of the database.
alter table app.statistic_generation add column slots_until timestamptz not null default 'epoch';
