-- The API adds and removes domains of a tenant: the service writes the rows of the tenant alone that its transaction
-- serves. A row is the tenant's claim to a host, so that giving it up deletes the row; another tenant may then claim it.
create policy every_tenant_reads on app.custom_domain for select using (true);
create policy tenant_only_inserts on app.custom_domain for insert
  with check (tenant_id = current_setting('app.tenant', true));
create policy tenant_only_deletes on app.custom_domain for delete
  using (tenant_id = current_setting('app.tenant', true));
do $$
begin
  alter table app.custom_domain enable row level security;
end
$$;

grant insert, delete on app.custom_domain to goodword_service;
