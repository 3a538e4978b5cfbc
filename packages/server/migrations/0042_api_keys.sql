-- API keys have names, and the API creates, rolls and revokes them. The service may look any key up, because that is how
-- the tenant of a request becomes known; it writes only keys of the tenant that its transaction serves, and deletes none.
alter table app.api_key
  add column name text,
  -- The key that this one was rolled to.
  add column replaced_by uuid;

create policy every_tenant_reads on app.api_key for select using (true);
create policy tenant_only_inserts on app.api_key for insert
  with check (tenant_id = current_setting('app.tenant', true));
create policy tenant_only_updates on app.api_key for update
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
do $$
begin
  alter table app.api_key enable row level security;
end
$$;

grant insert on app.api_key to goodword_service;
grant update (expires_at, revoked_at, replaced_by) on app.api_key to goodword_service;
