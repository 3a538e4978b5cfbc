-- Imports: files with users, referrals or balances of a merchant. The file lies in the database while it is imported,
-- because that is what the processes of an installation share.
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
  primary key (tenant_id, id),
  check ((state in ('DONE', 'FAILED')) = (finished_at is not null)),
  check ((state = 'FAILED') = (failure is not null)),
  check (row_count = created_count + updated_count + unchanged_count + rejected_count)
);
create index import_unfinished on app.import (tenant_id, id) where finished_at is null;
create unique index import_once on app.import (tenant_id, request_hash) where finished_at is null;
create index import_finished on app.import (tenant_id, finished_at) where finished_at is not null;
select app.distribute('app.import', 'tenant');

-- Files that are being received. An upload ends in an import, or its pieces are deleted.
create table app.import_upload (
  tenant_id text collate "C" not null,
  id uuid not null,
  -- By the machine's clock.
  began_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.distribute('app.import_upload', 'tenant');

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

create policy tenant_only on app.import using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.import enable row level security;
create policy tenant_only on app.import_upload using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.import_upload enable row level security;
create policy tenant_only on app.import_piece using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.import_piece enable row level security;
create policy tenant_only on app.import_error using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.import_error enable row level security;
create policy tenant_only on app.import_claim using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.import_claim enable row level security;

grant select, insert, update, delete on app.import to goodword_service;
grant select, insert, delete on app.import_upload to goodword_service;
grant select, insert, delete on app.import_piece to goodword_service;
grant select, insert, delete on app.import_error to goodword_service;
grant select, insert, delete on app.import_claim to goodword_service;
