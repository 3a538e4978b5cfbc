-- How many connections have used up the calls of the present day of their clock, so that their routine comparisons wait for the
-- next day; looked for in 10,000 of them.
create function app.used_call_budgets() returns table (is_test boolean, connections bigint)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select starts_with(x.tenant_id, 'test_'), count(*)
    from (
      select c.tenant_id, c.calls_day, c.calls_made, c.daily_call_budget
      from app.processor_connection c
      limit 10000
    ) as x
    left join app.test_clock k on k.tenant_id = x.tenant_id
    where x.calls_made >= x.daily_call_budget
      and x.calls_day = to_char(
        (now() + coalesce(k.ahead_ms, 0) * interval '1 millisecond') at time zone 'UTC',
        'YYYY-MM-DD'
      )
      and not exists (select 1 from app.tenant t where t.id = x.tenant_id and t.disabled_at is not null)
    group by 1;
end
$$;

revoke execute on function app.used_call_budgets from public;
grant execute on function app.used_call_budgets to goodword_service;
