-- For how many seconds the oldest click has been waiting to be counted by statistics, or the oldest ledger entry or payment
-- among 10,000 of them; 0 if none is. Clicks are looked at where a search has found some and asked for a job, so that a scrape
-- does not repeat that search in each tenant. Disabled tenants do not wait. Clicks of the last 15 seconds may belong to
-- transactions that are still open, so they do not wait either.
create or replace function app.oldest_uncounted_seconds() returns double precision
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  oldest_entry timestamptz;
  oldest_payment timestamptz;
  oldest_click timestamptz;
begin
  select min(x.queued_at) into oldest_entry
  from (
    select o.queued_at
    from app.entry_outbox o
    where not exists (select 1 from app.tenant t where t.id = o.tenant_id and t.disabled_at is not null)
    limit 10000
  ) as x;
  select min(x.changed_at) into oldest_payment
  from (
    select p.changed_at
    from app.processor_payment p
    where p.changed_at is not null
      and not exists (select 1 from app.tenant t where t.id = p.tenant_id and t.disabled_at is not null)
    limit 10000
  ) as x;
  select min((
    select min(c.clicked_at)
    from app.click c
    where c.tenant_id = g.tenant_id
      and c.clicked_at >= g.clicks_until
      and c.clicked_at < now() - interval '15 seconds'
  )) into oldest_click
  from app.job j
  join app.statistic_generation g on g.tenant_id = j.tenant_id
  where j.kind = 'COUNT_STATISTICS'
    and g.state = 'CURRENT'
    and not exists (select 1 from app.tenant t where t.id = g.tenant_id and t.disabled_at is not null);
  return coalesce(
    greatest(extract(epoch from now() - least(oldest_entry, oldest_payment, oldest_click)), 0), 0
  )::double precision;
end
$$;
