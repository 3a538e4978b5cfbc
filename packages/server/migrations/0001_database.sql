-- What all tables build on: the role that rights are granted to, the tenant of a transaction, and how tables are spread over the
-- nodes of a cluster. The same migrations run on one server and on a Citus cluster.

create schema app;

-- goodword_service holds the rights that migrations grant. It owns nothing, and no one logs in as it: the start gives the same
-- rights to the role that the service logs in as, which is a member of no role. All databases of a server share the role, so
-- another one's owner may have made it.
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

-- Names the tenant of a transaction that writes. Where the database is distributed, the shard with the tenant's rows stays on its
-- node until the transaction ends: see docs/design/cluster.md.
create function app.set_tenant_for_writing(tenant text) returns void
language plpgsql as $$
begin
  execute format('set local app.tenant = %L', tenant);
  if to_regproc('pg_catalog.lock_shard_metadata') is not null then
    perform app.hold_shard_of(tenant);
  end if;
end
$$;

-- Takes the lock that every write to the shard takes, and that a move or a split of it waits for. As the owner, who alone may.
create function app.hold_shard_of(tenant text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  share_lock constant integer := 5;
  shard bigint;
  held bigint;
begin
  -- Before the tables of a database that got the extension later are distributed.
  if not exists (select from pg_dist_partition p where p.logicalrelid = 'app.program'::regclass) then
    return;
  end if;
  loop
    shard := get_shard_id_for_distribution_column('app.program', tenant);
    -- A split that ended while this waited has left the tenant in another shard.
    exit when shard = held;
    perform lock_shard_metadata(share_lock, array[shard]);
    held := shard;
  end loop;
end
$$;
revoke execute on function app.hold_shard_of from public;
grant execute on function app.hold_shard_of to goodword_service;

-- Fails when a statement that is to update a row inserted it instead: the row was not there, which is a defect of the service's
-- own, and nothing of its transaction is kept. The commit travels with the writes, so only the database can say so in time.
-- Immutable, because no other function may stand in `returning`; the argument has to depend on the row.
create function app.expect_update(is_inserted boolean) returns void
language plpgsql immutable as $$
begin
  if is_inserted then
    raise exception 'wrote 0 rows where 1 were due';
  end if;
end
$$;

-- Spreads a table over the nodes of a distributed PostgreSQL (the citus extension); does nothing without it. While the tables
-- of a database that got the extension later are still on the coordinator alone, a new table stays beside them. `cluster
-- distribute` distributes all of them, app.program first.
create function app.distribute(relation regclass, kind text) returns void
language plpgsql as $$
declare
  program regclass := to_regclass('app.program');
  is_distributed boolean;
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  execute 'select exists (select from pg_dist_partition p where p.logicalrelid = $1)' into is_distributed using program;
  if relation = program then
    execute format('select create_distributed_table(%L, ''tenant_id'', shard_count => 32)', relation::text);
  elsif program is not null and not is_distributed then
    return;
  elsif kind = 'reference' then
    execute format('select create_reference_table(%L)', relation::text);
  else
    execute format(
      'select create_distributed_table(%L, ''tenant_id'', colocate_with => ''app.program'')', relation::text
    );
  end if;
end
$$;

-- Runs a command on the coordinator, in a transaction of its own, and returns true; false where this is the coordinator, or no
-- cluster: the caller has to do it itself. Tables are created, dropped and emptied on the coordinator alone. Also right in a
-- database that has the extension but no nodes yet.
create function app.left_to_coordinator(command text, out is_left boolean, out answer text)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  is_done boolean;
begin
  is_left := false;
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  -- The coordinator is group 0, and so is a database before the first node is added.
  execute 'select g.groupid <> 0 from pg_dist_local_group g' into is_left;
  if not is_left then
    return;
  end if;
  execute 'select success, result from run_command_on_coordinator($1)' into is_done, answer using command;
  if not is_done then
    raise exception 'the coordinator failed: %', answer;
  end if;
end
$$;
revoke execute on function app.left_to_coordinator from public;

-- Which migrations ran, also for a service that is connected to a worker. Its role reads them, so that a process without the
-- owner's address knows whether the schema is that of its release.
select app.distribute('migration.kysely_migration', 'reference');
grant usage on schema migration to goodword_service;
grant select on migration.kysely_migration to goodword_service;
