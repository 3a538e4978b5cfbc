-- The tenants whose clicks a job is about to count, for the metric of what statistics have not counted.
drop index concurrently if exists app.job_counting;
create index concurrently job_counting on app.job (tenant_id) where kind = 'COUNT_STATISTICS';
