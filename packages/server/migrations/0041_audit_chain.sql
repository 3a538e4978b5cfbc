-- The entries of the audit log form a chain: each has the next number of its tenant and a hash over its content and the hash
-- before it, so that an entry that was changed, removed or moved no longer fits the ones after it.

-- The newest entry of each tenant's chain. A writer locks it, so that numbers have no gap.
create table app.audit_head (
  tenant_id text collate "C" primary key,
  sequence bigint not null,
  previous_hash text collate "C",
  hash text collate "C" not null
);
select app.distribute('app.audit_head', 'tenant');
create policy tenant_only on app.audit_head using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.audit_head enable row level security;
grant select, insert, update on app.audit_head to goodword_service;

-- Null where the release before this one writes during an upgrade: such an entry is outside of the chain.
alter table app.audit_entry
  add column sequence bigint,
  add column previous_hash text collate "C",
  add column hash text collate "C",
  -- What was changed: IDs of ours, never those that the merchant gives to people.
  add column subject text collate "C",
  -- Where the request came from; null for a command or a job.
  add column address text collate "C",
  add column user_agent text collate "C";

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
