-- When an entry was put there, by the database's clock; null for those of the release before.
alter table app.entry_outbox add column queued_at timestamptz;
alter table app.entry_outbox alter column queued_at set default now();

-- For how many seconds the oldest ledger entry, payment or click of the first 1,000 tenants has been waiting to be counted
-- by statistics; 0 if none is. A few index look-ups per tenant. Disabled tenants do not wait. Clicks of the last 15 seconds
-- may belong to transactions that are still open, so they do not wait either.
create function app.oldest_uncounted_seconds() returns double precision
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  oldest_time timestamptz;
begin
  select least(
    min((
      select min(o.queued_at)
      from (select x.queued_at from app.entry_outbox x where x.tenant_id = p.tenant_id order by x.entry_id limit 1000) as o
    )),
    min((
      select x.changed_at
      from app.processor_payment x
      where x.tenant_id = p.tenant_id
        and x.changed_at is not null
      order by x.changed_at
      limit 1
    )),
    min((
      select c.clicked_at
      from app.click c
      where c.tenant_id = p.tenant_id
        and c.clicked_at >= g.clicks_until
        and c.clicked_at < now() - interval '15 seconds'
      order by c.clicked_at
      limit 1
    ))
  ) into oldest_time
  from (
    select x.tenant_id
    from app.program x
    where not exists (select from app.tenant t where t.id = x.tenant_id and t.disabled_at is not null)
    order by x.tenant_id
    limit 1000
  ) as p
  left join app.statistic_generation g on g.tenant_id = p.tenant_id and g.state = 'CURRENT';
  return coalesce(greatest(extract(epoch from now() - oldest_time), 0), 0)::double precision;
end
$$;

revoke execute on function app.oldest_uncounted_seconds from public;
grant execute on function app.oldest_uncounted_seconds to goodword_service;
