drop index concurrently if exists app.api_key_by_tenant_and_id;
create index concurrently api_key_by_tenant_and_id on app.api_key (tenant_id, id);
