-- Merchants, their tenants, and the keys and hosts that lead to them. These tables are looked up before a tenant is known, so
-- they are the directory: read by everything, and copied to each node of a cluster.

create table app.merchant (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null
);
select app.distribute('app.merchant', 'reference');

-- A tenant is one program in one mode. Its id is the alias that links and addresses carry, so it never changes.
create table app.tenant (
  id text collate "C" primary key,
  merchant_id uuid not null references app.merchant (id),
  mode text not null check (mode in ('live', 'test')),
  created_at timestamptz not null,
  disabled_at timestamptz,
  check (id ~ '^(test_)?[a-z0-9_]{3,59}$' and (mode = 'test') = starts_with(id, 'test_'))
);
-- The programs of a merchant, which its staff choose from.
create index tenant_of_merchant on app.tenant (merchant_id);
select app.distribute('app.tenant', 'reference');

-- The first owner of an installation creates a merchant with its programs, from a browser.
grant select, insert on app.merchant, app.tenant to goodword_service;

-- Citus locks merchants and tenants for a transaction that writes keys or programs of them, and lets only those lock them who
-- may update them. Row-level security leaves no row to update.
do $$
declare
  name text;
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  foreach name in array array['merchant', 'tenant'] loop
    execute format('create policy every_tenant_reads on app.%I for select using (true)', name);
    execute format('create policy every_tenant_inserts on app.%I for insert with check (true)', name);
    execute format('alter table app.%I enable row level security', name);
    execute format('grant update on app.%I to goodword_service', name);
  end loop;
end
$$;

-- API keys, which the API creates, rolls and revokes. Only the SHA-256 of a key is kept; a key is 256 random bits, so nothing
-- slower is needed. The service may look any key up, because that is how the tenant of a request becomes known; it writes only
-- keys of the tenant that its transaction serves, and deletes none.
create table app.api_key (
  id uuid primary key,
  tenant_id text collate "C" not null references app.tenant (id),
  key_hash bytea not null unique,
  last_four text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'money', 'admin']),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  name text,
  -- The key that this one was rolled to.
  replaced_by uuid
);
create index api_key_by_tenant_and_id on app.api_key (tenant_id, id);
select app.distribute('app.api_key', 'reference');
create policy every_tenant_reads on app.api_key for select
  using (true);
create policy tenant_only_inserts on app.api_key for insert
  with check (tenant_id = current_setting('app.tenant', true));
create policy tenant_only_updates on app.api_key for update
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.api_key enable row level security;
grant select, insert on app.api_key to goodword_service;
grant update (last_used_at, expires_at, revoked_at, replaced_by) on app.api_key to goodword_service;

-- The keys that tokens of browsers are signed with, encrypted under the service's secret key. The API rolls them, under the
-- same rules as API keys.
create table app.signing_key (
  id uuid primary key,
  tenant_id text collate "C" not null references app.tenant (id),
  secret_box bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  -- A key that was rolled goes on until then; two are live meanwhile.
  expires_at timestamptz
);
create index signing_key_by_tenant on app.signing_key (tenant_id);
select app.distribute('app.signing_key', 'reference');
create policy every_tenant_reads on app.signing_key for select
  using (true);
create policy tenant_only_inserts on app.signing_key for insert
  with check (tenant_id = current_setting('app.tenant', true));
create policy tenant_only_updates on app.signing_key for update
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.signing_key enable row level security;
grant select, insert on app.signing_key to goodword_service;
grant update (expires_at) on app.signing_key to goodword_service;

-- Claims of tenants to hosts. Any number of tenants may claim a host; custom_domain has the one whose claim is verified,
-- by its key. A claim is checked again and again for all tenants, so this is a table of the directory as well.
create table app.domain_claim (
  tenant_id text collate "C" not null references app.tenant (id),
  host text collate "C" not null check (host ~ '^[a-z0-9-]+([.][a-z0-9-]+)+$' and length(host) <= 253),
  -- What the DNS record of the claim contains.
  token text collate "C" not null check (length(token) between 20 and 64),
  created_at timestamptz not null,
  checked_at timestamptz,
  -- What was wrong at the last check.
  problem text check (problem in (
    'RECORD_MISSING', 'RECORD_DIFFERENT', 'NAME_SERVERS_UNREACHABLE', 'HELD_BY_ANOTHER', 'NOT_CLAIMABLE'
  )),
  verified_at timestamptz,
  seen_at timestamptz,
  missing_since timestamptz,
  lost_at timestamptz,
  -- Null for a claim that is checked on request only.
  next_check_at timestamptz,
  primary key (tenant_id, host)
);
create index domain_claim_next_check on app.domain_claim (next_check_at)
  where next_check_at is not null;
select app.distribute('app.domain_claim', 'reference');
create policy every_tenant_reads on app.domain_claim for select
  using (true);
create policy tenant_only_inserts on app.domain_claim for insert
  with check (tenant_id = current_setting('app.tenant', true));
create policy tenant_only_updates on app.domain_claim for update
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
create policy tenant_only_deletes on app.domain_claim for delete
  using (tenant_id = current_setting('app.tenant', true));
alter table app.domain_claim enable row level security;
grant select, insert, update, delete on app.domain_claim to goodword_service;

-- Hosts of merchants whose paths are share links. The API adds and removes domains of a tenant: the service writes the rows of
-- the tenant alone that its transaction serves. Giving a host up deletes its row; another tenant may then have it.
create table app.custom_domain (
  host text collate "C" primary key check (host ~ '^[a-z0-9-]+([.][a-z0-9-]+)+$' and length(host) <= 253),
  tenant_id text collate "C" not null references app.tenant (id),
  created_at timestamptz not null
);
select app.distribute('app.custom_domain', 'reference');
create policy every_tenant_reads on app.custom_domain for select
  using (true);
create policy tenant_only_inserts on app.custom_domain for insert
  with check (tenant_id = current_setting('app.tenant', true));
create policy tenant_only_deletes on app.custom_domain for delete
  using (tenant_id = current_setting('app.tenant', true));
alter table app.custom_domain enable row level security;
grant select, insert, delete on app.custom_domain to goodword_service;

-- Which secret key the database was set up with ('current'): a value derived from the key that tells nothing about it. A
-- process with another key finds out at its start, and not by the signing keys that it cannot open. Beside it the key that a
-- rotation leads away from ('rotating'), and earlier keys that are still needed, encrypted under the current one: of the marks
-- of erased people ('marks'), and of notification URLs that merchants may not have replaced at their payment processor yet
-- ('hook <mark>').
create table app.secret_key (
  id text collate "C" primary key,
  mark text collate "C" not null,
  changed_at timestamptz not null,
  secret_box bytea
);
select app.distribute('app.secret_key', 'reference');
grant select on app.secret_key to goodword_service;
