-- How many bills of all enabled tenants are wrong, and for how many seconds the oldest has been. Those whose refund the service
-- makes by itself, once the payment is settled, are apart as REFUND_DUE.
create function app.wrong_bill_statistics()
returns table (is_test boolean, state text, bills bigint, oldest_seconds double precision)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select x.is_test, x.state, count(*), coalesce(greatest(max(x.seconds), 0), 0)::double precision
    from (
      select starts_with(b.tenant_id, 'test_') as is_test,
        case
          when b.resolution = 'REFUND_DUE' or (b.resolution is null and b.finding = 'FIRST_BILL_REFUND_DUE') then 'REFUND_DUE'
          else 'WRONG'
        end as state,
        extract(epoch from now() + coalesce(k.ahead_ms, 0) * interval '1 millisecond' - b.billed_at) as seconds
      from app.processor_bill b
      left join app.test_clock k on k.tenant_id = b.tenant_id
      where b.state = 'WRONG'
        and not exists (select 1 from app.tenant t where t.id = b.tenant_id and t.disabled_at is not null)
    ) as x
    group by x.is_test, x.state;
end
$$;

revoke execute on function app.wrong_bill_statistics from public;
grant execute on function app.wrong_bill_statistics to goodword_service;
