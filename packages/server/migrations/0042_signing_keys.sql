-- The API rolls signing keys, under the same rules as API keys.
create policy every_tenant_reads on app.signing_key for select using (true);
create policy tenant_only_inserts on app.signing_key for insert
  with check (tenant_id = current_setting('app.tenant', true));
create policy tenant_only_updates on app.signing_key for update
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
do $$
begin
  alter table app.signing_key enable row level security;
end
$$;

grant insert on app.signing_key to goodword_service;
grant update (expires_at) on app.signing_key to goodword_service;
