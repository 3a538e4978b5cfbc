-- Exports and imports. Their files lie in the database, because that is what the processes of an installation share.

-- Exports: files with the records of a tenant, kept for some days.
create table app.export (
  tenant_id text collate "C" not null,
  id uuid not null,
  -- Balances are what accounts have that is not spent; bills have the discounts that they had and should have had.
  kind text collate "C" not null
    check (kind in ('users', 'referrals', 'rewards', 'balances', 'bills', 'events', 'clicks', 'yearlyRewards')),
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
create policy tenant_only on app.export
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.export enable row level security;
grant select, insert, update, delete on app.export to goodword_service;

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
create policy tenant_only on app.export_part
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.export_part enable row level security;
grant select, insert, delete on app.export_part to goodword_service;

-- Imports: files with users, referrals or balances of a merchant. The file is kept while it is imported.
create table app.import (
  tenant_id text collate "C" not null,
  id uuid not null,
  kind text collate "C" not null check (kind in ('users', 'referrals', 'balances')),
  format text collate "C" not null check (format in ('csv', 'ndjson')),
  -- The product whose columns the file has; null for our own columns.
  mapping text collate "C" check (mapping in ('rewardful', 'firstpromoter', 'referralcandy', 'saasquatch')),
  -- Of the file and how it is to be imported: the same request is one import while that is not finished.
  request_hash text collate "C" not null,
  -- Everything is checked, and no row is stored.
  is_dry_run boolean not null,
  state text collate "C" not null check (state in ('PENDING', 'RUNNING', 'DONE', 'FAILED')),
  byte_count bigint not null,
  -- Where the next row begins in the file, and its line. They move in the transaction that stores the rows before it.
  position_byte bigint not null,
  position_line bigint not null,
  -- The names of the columns, from the first line of a CSV file; an empty list before it is read, and for NDJSON.
  column_names jsonb not null,
  row_count bigint not null,
  created_count bigint not null,
  updated_count bigint not null,
  unchanged_count bigint not null,
  rejected_count bigint not null,
  -- How many errors are kept.
  error_count integer not null,
  -- Why the rest of the file cannot be read.
  failure text,
  created_at timestamptz not null,
  -- By the tenant's clock, as created_at.
  finished_at timestamptz,
  -- How the file is to be read. The pattern of its dates; null for milliseconds and ISO 8601.
  date_format text collate "C",
  -- What separates the fields of a CSV file, from its first line; null for a comma, and for NDJSON.
  separator text collate "C",
  -- The columns with a value that this release does not know, which are not imported; a list of names.
  ignored_columns jsonb,
  -- The rejected rows, as a file to be downloaded: how many it has, and its bytes. Its parts are in export_part,
  -- under the ID of the import; null once they are deleted.
  kept_rejected_count integer,
  kept_rejected_bytes bigint,
  -- When the file began to arrive, by the tenant's clock: rows are not kept once a person was erased since then.
  upload_began_at timestamptz not null,
  -- What the file is called where it was sent from; null where it was sent without a name.
  file_name text,
  primary key (tenant_id, id),
  check ((state in ('DONE', 'FAILED')) = (finished_at is not null)),
  check ((state = 'FAILED') = (failure is not null)),
  check (row_count = created_count + updated_count + unchanged_count + rejected_count)
);
create index import_unfinished on app.import (tenant_id, id)
  where finished_at is null;
create unique index import_once on app.import (tenant_id, request_hash)
  where finished_at is null;
create index import_finished on app.import (tenant_id, finished_at)
  where finished_at is not null;
-- Imports that keep rejected rows, for their size and for erasures.
create index import_rejected_rows on app.import (tenant_id, id)
  where kept_rejected_bytes > 0;
select app.distribute('app.import', 'tenant');
create policy tenant_only on app.import
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.import enable row level security;
grant select, insert, update, delete on app.import to goodword_service;

-- Files that are being received. An upload ends in an import, or its pieces are deleted.
create table app.import_upload (
  tenant_id text collate "C" not null,
  id uuid not null,
  -- By the machine's clock.
  began_at timestamptz not null,
  -- How much of the tenant's room for files it takes: what it announced, or the most that a file can have.
  byte_count bigint not null default 0,
  primary key (tenant_id, id)
);
select app.distribute('app.import_upload', 'tenant');
create policy tenant_only on app.import_upload
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.import_upload enable row level security;
grant select, insert, delete on app.import_upload to goodword_service;

-- A piece of a file, compressed by gzip: all but the last are equally long. They are stored one by one during the upload.
create table app.import_piece (
  tenant_id text collate "C" not null,
  import_id uuid not null,
  number integer not null check (number >= 0),
  body bytea not null,
  primary key (tenant_id, import_id, number)
);
-- It is compressed already.
alter table app.import_piece alter column body set storage external;
select app.distribute('app.import_piece', 'tenant');
create policy tenant_only on app.import_piece
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.import_piece enable row level security;
grant select, insert, delete on app.import_piece to goodword_service;

-- What was wrong with rows that were not imported, the first ones of the file.
create table app.import_error (
  tenant_id text collate "C" not null,
  import_id uuid not null,
  number integer not null check (number > 0),
  line bigint not null,
  field text collate "C",
  error_code text collate "C" not null,
  message text not null,
  primary key (tenant_id, import_id, number)
);
select app.distribute('app.import_error', 'tenant');
create policy tenant_only on app.import_error
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.import_error enable row level security;
grant select, insert, delete on app.import_error to goodword_service;

-- What the rows of a dry run claim, such as a referral code, so that a row that would meet an earlier one of the same file
-- is found although neither is stored. Hashes alone.
create table app.import_claim (
  tenant_id text collate "C" not null,
  import_id uuid not null,
  claim text collate "C" not null,
  -- Who or what claims it: another one is a conflict.
  owner text collate "C" not null,
  -- All of the row, to tell a repeat from a change.
  content text collate "C" not null,
  primary key (tenant_id, import_id, claim)
);
select app.distribute('app.import_claim', 'tenant');
create policy tenant_only on app.import_claim
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.import_claim enable row level security;
grant select, insert, delete on app.import_claim to goodword_service;
