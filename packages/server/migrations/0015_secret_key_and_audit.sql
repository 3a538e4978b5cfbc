-- Which secret key the database was set up with: a value derived from the key that tells nothing about it. A process with
-- another key finds out at its start, and not by the signing keys that it cannot open. One row.
create table app.secret_key (
  id text collate "C" primary key check (id = 'current'),
  mark text collate "C" not null,
  changed_at timestamptz not null
);
select app.distribute('app.secret_key', 'reference');
grant select on app.secret_key to goodword_service;

-- What people changed from outside of the API, and who did: the operator's commands write here. Entries are added and
-- never changed.
create table app.audit_entry (
  tenant_id text collate "C" not null,
  id uuid not null,
  actor text not null,
  action text collate "C" not null,
  -- Without secrets and without personal data of accounts.
  details jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.distribute('app.audit_entry', 'tenant');
create policy tenant_only on app.audit_entry using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.audit_entry enable row level security;
grant select, insert on app.audit_entry to goodword_service;
