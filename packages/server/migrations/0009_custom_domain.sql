-- Hosts of merchants whose paths are share links. A host is looked up before a tenant is known, so this is one more
-- table of the directory.
create table app.custom_domain (
  host text collate "C" primary key check (host ~ '^[a-z0-9-]+([.][a-z0-9-]+)+$' and length(host) <= 253),
  tenant_id text collate "C" not null references app.tenant (id),
  created_at timestamptz not null
);
select app.distribute('app.custom_domain', 'reference');

grant select on app.custom_domain to goodword_service;
