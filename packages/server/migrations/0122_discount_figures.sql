-- Figures of discounts and connections of all tenants, by a fixed number of statements. Tenants that are disabled or not
-- connected have none. Live and test programs are counted apart, because a rehearsal must not wake anyone.

-- How many listed discounts are in each state; of those that are behind, for how many seconds the first has been so, and how many
-- have a bill that is due or made within a day. Those that are in step are many: they are counted up to 10,000 by an index alone,
-- whether their tenant is connected or not.
create function app.discount_statistics()
returns table (is_test boolean, state text, discounts bigint, oldest_seconds double precision, near_bill bigint)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select false, 'IN_STEP', count(*), 0::double precision, 0::bigint
    from (
      select s.state
      from app.processor_subscription s
      where s.is_listed
        and not starts_with(s.tenant_id, 'test_')
        and s.state = 'IN_STEP'
      limit 10000
    ) as x;
  return query
    select true, 'IN_STEP', count(*), 0::double precision, 0::bigint
    from (
      select s.state
      from app.processor_subscription s
      where s.is_listed
        and starts_with(s.tenant_id, 'test_')
        and s.state = 'IN_STEP'
      limit 10000
    ) as x;
  return query
    select x.is_test, x.state, count(*),
      coalesce(greatest(max(extract(epoch from x.present - x.behind_since)), 0), 0)::double precision,
      count(*) filter (
        where x.behind_since is not null
          and x.next_bill_date <= to_char(x.present at time zone 'UTC' + interval '1 day', 'YYYY-MM-DD')
      )
    from (
      select starts_with(s.tenant_id, 'test_') as is_test, s.state, s.behind_since, s.next_bill_date,
        now() + coalesce(k.ahead_ms, 0) * interval '1 millisecond' as present
      from app.processor_subscription s
      join app.processor_connection c on c.tenant_id = s.tenant_id
      left join app.test_clock k on k.tenant_id = s.tenant_id
      where s.is_listed
        and s.state <> 'IN_STEP'
        and not exists (select 1 from app.tenant t where t.id = s.tenant_id and t.disabled_at is not null)
    ) as x
    group by x.is_test, x.state;
end
$$;

-- For how many seconds the discount that was checked longest ago has not been checked: of the bills that sweeps compare, which
-- are those of the next 31 days, without the last two of these days, whose bills a sweep may not have come to yet. Test clocks
-- are ahead of each other, so of test programs the 1,000 with the earliest checks are looked at.
create function app.oldest_discount_check() returns table (is_test boolean, seconds double precision)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select false, coalesce(greatest(max(x.seconds), 0), 0)::double precision
    from (
      select extract(epoch from now() - s.checked_at) as seconds
      from app.processor_subscription s
      join app.processor_connection c on c.tenant_id = s.tenant_id
      where s.is_listed
        and not starts_with(s.tenant_id, 'test_')
        and s.next_bill_date <= to_char(now() at time zone 'UTC' + interval '29 days', 'YYYY-MM-DD')
        and not exists (select 1 from app.tenant t where t.id = s.tenant_id and t.disabled_at is not null)
      order by s.checked_at
      limit 1
    ) as x;
  return query
    select true, coalesce(greatest(max(x.seconds), 0), 0)::double precision
    from (
      select extract(epoch from now() + ahead.span - s.checked_at) as seconds
      from app.processor_subscription s
      join app.processor_connection c on c.tenant_id = s.tenant_id
      left join app.test_clock k on k.tenant_id = s.tenant_id
      cross join lateral (select coalesce(k.ahead_ms, 0) * interval '1 millisecond' as span) as ahead
      where s.is_listed
        and starts_with(s.tenant_id, 'test_')
        and s.next_bill_date <= to_char((now() + ahead.span) at time zone 'UTC' + interval '29 days', 'YYYY-MM-DD')
        and not exists (select 1 from app.tenant t where t.id = s.tenant_id and t.disabled_at is not null)
      order by s.checked_at
      limit 1000
    ) as x;
end
$$;

-- How many connections are in each state, as connection-reading.ts decides it, counted in 10,000 of them; one whose private key
-- is lost is not recognized here. DENIED is the part of the incomplete ones that lack a permission.
create function app.connection_statistics() returns table (is_test boolean, state text, connections bigint)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select x.is_test, x.state, count(*)
    from (
      select starts_with(c.tenant_id, 'test_') as is_test,
        case
          when c.last_error_code = 'CREDENTIALS_REJECTED' then 'BROKEN'
          when jsonb_path_exists(c.missing_setup, '$[*] ? (@.item == "PERMISSION" && @.severity == "missing")') then 'DENIED'
          when jsonb_path_exists(c.missing_setup, '$[*] ? (@.severity == "missing")') then 'INCOMPLETE'
          when not exists (
            select 1
            from app.processor_notification_kind k
            where k.tenant_id = c.tenant_id
              and k.connection_id = c.id
          ) then 'INCOMPLETE'
          else 'ACTIVE'
        end as state
      from app.processor_connection c
      where not exists (select 1 from app.tenant t where t.id = c.tenant_id and t.disabled_at is not null)
      limit 10000
    ) as x
    group by x.is_test, x.state;
end
$$;

revoke execute on function app.discount_statistics, app.oldest_discount_check, app.connection_statistics from public;
grant execute on function app.discount_statistics, app.oldest_discount_check, app.connection_statistics to goodword_service;
