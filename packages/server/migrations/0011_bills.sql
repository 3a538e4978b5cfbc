-- Payments and bills at the payment processor, the credit that is kept for them, and the figures of all tenants about them.

-- Credit that is taken from rewards for one bill of a subscription, until the bill shows what it used.
create table app.credit_reservation (
  tenant_id text collate "C" not null,
  id uuid not null,
  account_id uuid not null,
  subscription_id text collate "C" not null,
  -- How many bills the subscription has had with this one.
  cycle integer not null check (cycle > 0),
  bill_date text collate "C" not null,
  bill_at timestamptz not null,
  currency text collate "C" not null,
  percentage_minor bigint not null check (percentage_minor >= 0),
  -- [{"rewardId", "amount"}], the soonest to expire first.
  parts jsonb not null,
  changes integer not null check (changes >= 0),
  is_open boolean not null,
  -- What requests may redeem of it until then.
  claimed_minor bigint not null check (claimed_minor >= 0),
  claimed_until timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, subscription_id, cycle)
);
create index credit_reservation_open on app.credit_reservation (tenant_id, account_id)
  where is_open;
select app.distribute('app.credit_reservation', 'tenant');
create policy tenant_only on app.credit_reservation
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.credit_reservation enable row level security;
grant select, insert, update on app.credit_reservation to goodword_service;

-- Payments of bound customers at the processor, in minor units: what was charged to a referred account, what was given
-- back to it, and what the referral discount took off. The processor may change its mind about a payment, so that each
-- row says what was counted of it.
create table app.processor_payment (
  tenant_id text collate "C" not null,
  payment_id text collate "C" not null,
  account_id uuid not null,
  currency text collate "C" not null,
  paid_at timestamptz not null,
  charged_minor bigint not null,
  refunded_minor bigint not null,
  discount_minor bigint not null,
  counted_charged_minor bigint not null,
  counted_refunded_minor bigint not null,
  counted_discount_minor bigint not null,
  -- When it changed since it was counted; null when it is counted as it is.
  changed_at timestamptz,
  -- The user who referred the account; null for an account that was not referred.
  referring_user_id uuid,
  primary key (tenant_id, payment_id)
);
create index processor_payment_account on app.processor_payment (tenant_id, account_id);
-- What the friends of a user paid in a time, from the index alone.
create index processor_payment_brought on app.processor_payment (tenant_id, referring_user_id, paid_at)
  include (currency, charged_minor, refunded_minor)
  where referring_user_id is not null;
create index processor_payment_changed on app.processor_payment (tenant_id, changed_at)
  where changed_at is not null;
select app.distribute('app.processor_payment', 'tenant');
create policy tenant_only on app.processor_payment
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_payment enable row level security;
grant select, insert, update on app.processor_payment to goodword_service;

-- The bills of subscriptions with a reward or with our discount: what was taken off each, and what should have been. A row is
-- written when the bill is first seen, and what was expected then stays. Amounts are minor units, times of the tenant's clock.
create table app.processor_bill (
  tenant_id text collate "C" not null,
  -- Begins with the time of the bill, so that bills are in their order.
  id uuid not null,
  account_id uuid not null,
  subscription uuid not null,
  -- YYYY-MM-DD, the first day of the period.
  period_start text collate "C" not null,
  -- Null for a bill that came to nothing.
  transaction_id text collate "C",
  billed_at timestamptz not null,
  currency text collate "C" not null,
  price_minor bigint not null check (price_minor >= 0),
  expected_minor bigint not null check (expected_minor >= 0),
  actual_minor bigint not null check (actual_minor >= 0),
  charged_minor bigint not null check (charged_minor >= 0),
  -- The tax on top, and of what.
  tax_minor bigint not null,
  taxed_minor bigint not null,
  -- What anyone gave back of it: all of it once its payment is voided, or was lost to a dispute.
  refunded_minor bigint not null check (refunded_minor >= 0),
  -- [{"id", "status", "amount": {"minor", "currency"}, "createdAt"}]
  refunds jsonb not null,
  is_disputed boolean not null,
  -- How long its period is: so many calendar months, or days.
  period_months integer,
  period_days integer,
  -- The rewards that counted for it, with what each was to take off: [{"rewardId", "amount"}]. None once its payment is voided.
  counted jsonb not null,
  is_voided boolean not null,
  state text not null check (state in ('RIGHT', 'WRONG', 'MENDED', 'WAIVED')),
  -- Why it was not right when it was first seen.
  finding text collate "C",
  -- What became of it since.
  resolution text collate "C",
  seen_at timestamptz not null,
  changed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, subscription, period_start),
  check ((state = 'RIGHT') = (finding is null)),
  check ((period_months is null) <> (period_days is null))
);
create index processor_bill_account on app.processor_bill (tenant_id, account_id, id);
create index processor_bill_subscription on app.processor_bill (tenant_id, subscription, id);
create index processor_bill_state on app.processor_bill (tenant_id, state, id);
-- Bills that are wrong and were not mended or waived, for the figures of all tenants.
create index processor_bill_wrong on app.processor_bill (tenant_id, billed_at)
  where state = 'WRONG';
select app.distribute('app.processor_bill', 'tenant');
create policy tenant_only on app.processor_bill
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.processor_bill enable row level security;
grant select, insert, update on app.processor_bill to goodword_service;

-- Figures of discounts, bills and connections of all tenants, by a fixed number of statements (0008_jobs says how). Tenants
-- that are disabled or not connected have none. Live and test programs are counted apart, because a rehearsal must not wake
-- anyone.

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
          when b.resolution in ('REFUND_DUE', 'CREDIT_DUE') or (b.resolution is null and b.finding = 'FIRST_BILL_REFUND_DUE') then 'REFUND_DUE'
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

revoke execute on function app.discount_statistics, app.oldest_discount_check, app.connection_statistics,
  app.wrong_bill_statistics, app.used_call_budgets from public;
grant execute on function app.discount_statistics, app.oldest_discount_check, app.connection_statistics,
  app.wrong_bill_statistics, app.used_call_budgets to goodword_service;
