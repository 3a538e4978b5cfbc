-- Whether a person was erased since a time.
drop index concurrently if exists app.erasure_by_request;
create index concurrently erasure_by_request on app.erasure (tenant_id, requested_at);
