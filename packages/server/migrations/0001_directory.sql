-- Who is here: merchants, their tenants, and the keys that open them. These tables are looked up before a tenant is
-- known, so they are the directory: read by everything, written by the operator's commands alone.

create schema app;

-- Migrations grant the rights of the service to this role, which nobody logs in as and which owns nothing. All databases
-- of a server share it, so another one's owner may have made it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'goodword_service') then
    create role goodword_service nologin;
  end if;
end
$$;
grant usage on schema app to goodword_service;

-- Names the tenant that the current transaction serves. A function with `set local` inside, because that is what a
-- distributed PostgreSQL passes on to its nodes (`set_config` is not).
create function app.set_tenant(tenant text) returns void
language plpgsql as $$
begin
  execute format('set local app.tenant = %L', tenant);
end
$$;

-- Spreads a table over the nodes of a distributed PostgreSQL (the citus extension); does nothing without it.
create function app.distribute(relation regclass, kind text) returns void
language plpgsql as $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  if kind = 'reference' then
    execute format('select create_reference_table(%L)', relation::text);
  elsif relation = 'app.program'::regclass then
    execute format('select create_distributed_table(%L, ''tenant_id'', shard_count => 32)', relation::text);
  else
    execute format(
      'select create_distributed_table(%L, ''tenant_id'', colocate_with => ''app.program'')', relation::text
    );
  end if;
end
$$;

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
select app.distribute('app.tenant', 'reference');

-- Only the SHA-256 of a key is kept; a key is 256 random bits, so nothing slower is needed.
create table app.api_key (
  id uuid primary key,
  tenant_id text collate "C" not null references app.tenant (id),
  key_hash bytea not null unique,
  last_four text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'money', 'admin']),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_key_by_tenant on app.api_key (tenant_id);
select app.distribute('app.api_key', 'reference');

-- The keys that vouch for browsers, encrypted under the service's secret key.
create table app.signing_key (
  id uuid primary key,
  tenant_id text collate "C" not null references app.tenant (id),
  secret_box bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index signing_key_by_tenant on app.signing_key (tenant_id);
select app.distribute('app.signing_key', 'reference');

grant select on app.merchant, app.tenant, app.api_key, app.signing_key to goodword_service;
grant update (last_used_at) on app.api_key to goodword_service;
