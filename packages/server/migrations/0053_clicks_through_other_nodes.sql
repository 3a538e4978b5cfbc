-- Up to when all clicks are committed, in milliseconds. On a cluster, a click has the time at which its transaction began on the
-- node that the service is connected to; this node lists the transaction from its first statement here, and by another clock. So
-- the distance goes before the oldest open transaction too, not only before the present.
create or replace function app.clicks_committed_until(distance interval) returns bigint
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select floor(extract(epoch from least(
    clock_timestamp(),
    (
      select min(a.xact_start)
      from pg_stat_activity a
      where a.datname = current_database()
        and a.backend_type = 'client backend'
        and a.pid <> pg_backend_pid()
    )
  ) - distance) * 1000)::bigint
$$;
