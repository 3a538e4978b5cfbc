-- Jobs that failed and wait for another attempt, so that the move of a test clock knows without reading all that wait.
drop index concurrently if exists app.job_retrying;
create index concurrently job_retrying on app.job (tenant_id, changed_at) where state = 'WAITING' and attempts > 0;
