-- Erasures of people. The row of a person is erased in the transaction of the request; a job does the rest.

-- One row per erased person, for ever. `wanted_box` is what the job looks for (IDs and codes), encrypted; it goes when the
-- job has found everything.
create table app.erasure (
  tenant_id text collate "C" not null,
  participant_id uuid not null,
  account_id uuid not null,
  -- The account had no other people, so its ID was replaced as well.
  with_account boolean not null,
  wanted_box bytea,
  requested_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, participant_id),
  check (finished_at is null or wanted_box is null)
);
select app.distribute('app.erasure', 'tenant');

-- By what an erased person, account, code, customer or request key is recognized when a late call names it: a keyed hash,
-- and the placeholder that stands in its place now.
create table app.erased_mark (
  tenant_id text collate "C" not null,
  mark text collate "C" not null,
  kind text collate "C" not null check (kind in ('PERSON', 'ACCOUNT', 'CODE', 'CUSTOMER', 'REQUEST')),
  -- Whose erasure it belongs to.
  participant_id uuid not null,
  replacement text collate "C",
  erased_at timestamptz not null,
  primary key (tenant_id, mark)
);
create index erased_mark_person on app.erased_mark (tenant_id, participant_id);
select app.distribute('app.erased_mark', 'tenant');

create policy tenant_only on app.erasure using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.erasure enable row level security;
create policy tenant_only on app.erased_mark using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.erased_mark enable row level security;

grant select, insert, update, delete on app.erasure to goodword_service;
grant select, insert, delete on app.erased_mark to goodword_service;
-- What stays append-only keeps its amounts, states and times: only the columns that can name a person change.
grant update (code, subject) on app.event to goodword_service;
grant update (request_key) on app.redemption to goodword_service;
grant delete on app.click to goodword_service;
