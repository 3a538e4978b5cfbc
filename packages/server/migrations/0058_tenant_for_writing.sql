-- Names the tenant of a transaction that writes. Where the database is distributed, the shard with the tenant's rows stays on its
-- node until the transaction ends: see docs/decisions/0062.
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
