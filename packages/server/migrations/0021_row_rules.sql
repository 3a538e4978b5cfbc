-- PostgreSQL parses the text of every check constraint of a table again in each statement that writes to it, which cost
-- as much as writing a row. One check that calls a function costs a quarter of ten: the function's plan is kept.
--
-- The functions take columns, because a distributed PostgreSQL keeps a table in parts whose row types are their own.
-- As in a check constraint, a null is no violation.

create function app.is_possible_account(
  currency text,
  value_minor bigint,
  billing_interval_type text,
  billing_interval_value integer,
  subscription_status text
) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return value_minor >= 0
    and (value_minor is null or currency is not null)
    and billing_interval_type in ('DAY', 'WEEK', 'MONTH', 'QUARTER', 'SEMI_ANNUAL', 'YEAR')
    and billing_interval_value between 1 and 10000
    and subscription_status in ('TRIAL', 'FREE', 'PAID', 'CANCELLED');
end
$$;

create function app.is_possible_referral(
  status text,
  referred_account_id uuid,
  referring_account_id uuid,
  referred_moderation text,
  referred_moderated_by text,
  referrer_moderation text,
  referrer_moderated_by text,
  converted_at timestamptz,
  ended_at timestamptz
) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return status in ('IN_PROGRESS', 'CONVERTED', 'ENDED')
    and referred_account_id <> referring_account_id
    and referred_moderation in ('APPROVED', 'PENDING', 'DENIED')
    and referred_moderated_by in ('program', 'rule', 'staff')
    and referrer_moderation in ('APPROVED', 'PENDING', 'DENIED')
    and referrer_moderated_by in ('program', 'rule', 'staff')
    and (status = 'ENDED') = (ended_at is not null)
    and (status <> 'CONVERTED' or converted_at is not null)
    and (status <> 'IN_PROGRESS' or converted_at is null);
end
$$;

create function app.is_possible_reward(
  source text,
  referral_id uuid,
  type text,
  amount bigint,
  months integer,
  redeemed bigint
) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return source in ('REFERRED', 'FRIEND_SIGNUP', 'MANUAL')
    and (source = 'MANUAL') = (referral_id is null)
    and type in ('PCT_DISCOUNT', 'CREDIT', 'TIME_CREDIT', 'FEATURE')
    and amount >= 0
    and months > 0
    and redeemed between 0 and amount;
end
$$;

do $$
declare
  old record;
begin
  for old in
    select conrelid::regclass as relation, conname
    from pg_constraint
    where contype = 'c'
      and conrelid in ('app.account'::regclass, 'app.referral'::regclass, 'app.reward'::regclass)
  loop
    execute format('alter table %s drop constraint %I', old.relation, old.conname);
  end loop;
end
$$;

-- Not valid: the rows that are there satisfied the checks that were dropped, so they need not be read again.
alter table app.account add constraint account_is_possible check (app.is_possible_account(
  currency, value_minor, billing_interval_type, billing_interval_value, subscription_status
)) not valid;
alter table app.referral add constraint referral_is_possible check (app.is_possible_referral(
  status, referred_account_id, referring_account_id, referred_moderation, referred_moderated_by, referrer_moderation,
  referrer_moderated_by, converted_at, ended_at
)) not valid;
alter table app.reward add constraint reward_is_possible check (app.is_possible_reward(
  source, referral_id, type, amount, months, redeemed
)) not valid;
