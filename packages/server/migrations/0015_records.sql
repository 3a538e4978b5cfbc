-- What is kept about requests and changes: idempotent requests, what the integration checker has seen, and the audit log.

-- A request that named an Idempotency-Key. Without a status it is under way, until its lease ends; with one, the answer is kept
-- and given again. Only successes are kept. It counts from its first arrival, also when a later attempt takes it up again.
create table app.idempotent_request (
  tenant_id text collate "C" not null,
  key text collate "C" not null,
  request_hash bytea not null,
  leased_until timestamptz not null,
  status integer check (status between 200 and 299),
  answer text,
  created_at timestamptz not null,
  primary key (tenant_id, key),
  check ((status is null) = (answer is null))
);
-- For taking away what has been kept long enough.
create index idempotent_request_age on app.idempotent_request (tenant_id, created_at);
select app.distribute('app.idempotent_request', 'tenant');
create policy tenant_only on app.idempotent_request
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.idempotent_request enable row level security;
grant select, insert, update, delete on app.idempotent_request to goodword_service;

-- The next tenants with requests that are older than they are kept, in the order of their names, disabled ones included. Sweeps
-- open a transaction in these alone.
create function app.tenants_with_old_requests(until timestamptz, after text, most integer) returns setof text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select p.tenant_id
    from app.program p
    where p.tenant_id > after
      and exists (
        select 1
        from app.idempotent_request x
        where x.tenant_id = p.tenant_id
          and x.created_at <= until
      )
    order by p.tenant_id
    limit most;
end
$$;

revoke execute on function app.tenants_with_old_requests from public;
grant execute on function app.tenants_with_old_requests to goodword_service;

-- What the integration checker has seen that no other table says: pages that loaded the script, calls of pages and servers,
-- tokens with a bad signature, rejected notifications. Times are the machine's. Each process writes a row at most once in
-- some minutes, so `seen` counts with that delay.
create table app.integration_activity (
  tenant_id text collate "C" not null,
  kind text collate "C" not null,
  -- Of the page, such as https://shop.example.com. Empty for all of a kind together.
  origin text collate "C" not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  seen bigint not null check (seen > 0),
  primary key (tenant_id, kind, origin)
);
select app.distribute('app.integration_activity', 'tenant');
create policy tenant_only on app.integration_activity
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.integration_activity enable row level security;
grant select, insert, update, delete on app.integration_activity to goodword_service;

-- The audit log: what people changed, and who did. Entries are added and never changed. They form a chain: each has the next
-- number of its tenant and a hash over its content and the hash before it, so that an entry that was changed, removed or moved
-- no longer fits the ones after it.
create table app.audit_entry (
  tenant_id text collate "C" not null,
  id uuid not null,
  actor text not null,
  action text collate "C" not null,
  -- Without secrets and without personal data of accounts.
  details jsonb not null,
  created_at timestamptz not null,
  -- Null for an entry that is outside of the chain: the service adds none.
  sequence bigint,
  previous_hash text collate "C",
  hash text collate "C",
  -- What was changed: IDs of ours, never those that the merchant gives to people.
  subject text collate "C",
  -- Where the request came from; null for a command or a job.
  address text collate "C",
  user_agent text collate "C",
  primary key (tenant_id, id)
);
-- The order of the chain, and the filters of the list.
create unique index audit_entry_sequence on app.audit_entry (tenant_id, sequence);
create index audit_entry_actor on app.audit_entry (tenant_id, actor, id);
create index audit_entry_action on app.audit_entry (tenant_id, action, id);
create index audit_entry_subject on app.audit_entry (tenant_id, subject, id);
select app.distribute('app.audit_entry', 'tenant');
create policy tenant_only on app.audit_entry
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.audit_entry enable row level security;
grant select, insert on app.audit_entry to goodword_service;

-- The newest entry of each tenant's chain. A writer locks it, so that numbers have no gap.
create table app.audit_head (
  tenant_id text collate "C" primary key,
  sequence bigint not null,
  previous_hash text collate "C",
  hash text collate "C" not null
);
select app.distribute('app.audit_head', 'tenant');
create policy tenant_only on app.audit_head
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.audit_head enable row level security;
grant select, insert, update on app.audit_head to goodword_service;

-- SHA-256, in hexadecimal, of a JSON array of texts without spaces. Anybody can compute it from an entry.
create function app.audit_hash(
  previous text, number bigint, tenant text, id uuid, actor text, action text, subject text, details jsonb, address text,
  user_agent text, created_at timestamptz
) returns text
language sql immutable
as $$
  select encode(sha256(convert_to(array_to_json(array[
    previous, number::text, tenant, id::text, actor, action, subject, details::text, address, user_agent,
    floor(extract(epoch from created_at) * 1000)::bigint::text
  ])::text, 'UTF8')), 'hex')
$$;

create function app.refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'rows of % can only be added', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- Makes a table refuse changes by everybody, its owner included. A distributed PostgreSQL has no triggers: there it does
-- nothing, and the missing rights of the service and the chain remain.
create function app.make_append_only(relation regclass) returns void
language plpgsql as $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  execute format(
    'create trigger append_only before update or delete or truncate on %s for each statement
      execute function app.refuse_change()', relation
  );
end
$$;

select app.make_append_only('app.audit_entry');
