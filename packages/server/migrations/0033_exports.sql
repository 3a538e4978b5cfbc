-- Exports: files with the records of a tenant, kept for some days. The file lies in the database, because that is what the
-- processes of an installation share.
create table app.export (
  tenant_id text collate "C" not null,
  id uuid not null,
  kind text collate "C" not null check (kind in ('users', 'referrals', 'rewards', 'events', 'clicks')),
  format text collate "C" not null check (format in ('csv', 'ndjson')),
  -- Only records that were created from then to then, both inclusive.
  created_from timestamptz,
  created_to timestamptz,
  state text collate "C" not null check (state in ('PENDING', 'RUNNING', 'DONE', 'FAILED')),
  -- Raised when the file is begun anew: parts of earlier walks are not part of it.
  walk integer not null,
  -- The key of the last record that is written; null before the first.
  position text collate "C",
  row_count bigint not null,
  -- Of the file, as it is downloaded.
  byte_count bigint not null,
  created_at timestamptz not null,
  -- When the file is deleted, by the tenant's clock; null until it is complete.
  expires_at timestamptz,
  primary key (tenant_id, id),
  check ((state in ('DONE', 'FAILED')) = (expires_at is not null))
);
select app.distribute('app.export', 'tenant');

-- A part of a file: whole records, compressed by gzip. Parts are written one after the other, each in the transaction that
-- moves the position of its export.
create table app.export_part (
  tenant_id text collate "C" not null,
  export_id uuid not null,
  walk integer not null,
  -- Where the part begins in the file, and its length there.
  starts_at_byte bigint not null,
  byte_count integer not null check (byte_count > 0),
  body bytea not null,
  primary key (tenant_id, export_id, walk, starts_at_byte)
);
-- It is compressed already.
alter table app.export_part alter column body set storage external;
select app.distribute('app.export_part', 'tenant');

create policy tenant_only on app.export using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.export enable row level security;
create policy tenant_only on app.export_part using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.export_part enable row level security;

grant select, insert, update, delete on app.export to goodword_service;
grant select, insert, delete on app.export_part to goodword_service;
