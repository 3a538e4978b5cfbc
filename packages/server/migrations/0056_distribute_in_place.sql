-- Distributes a table as before, with one difference: while the tables of a database that got the citus extension later are still on
-- the coordinator alone, a new table stays beside them. `cluster distribute` distributes all of them, app.program first.
create or replace function app.distribute(relation regclass, kind text) returns void
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

-- As before, and also right in a database that has the extension but no nodes yet.
create or replace function app.left_to_coordinator(command text, out is_left boolean, out answer text)
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
