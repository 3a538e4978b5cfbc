-- As 0021_account_rules.sql does for accounts.

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

-- Not valid: the rows that are there satisfied the checks that are dropped, so they need not be read again.
alter table app.reward
  drop constraint reward_source_check,
  drop constraint reward_type_check,
  drop constraint reward_amount_check,
  drop constraint reward_months_check,
  drop constraint reward_check,
  drop constraint reward_check1;
alter table app.reward
  add constraint reward_is_possible check (app.is_possible_reward(
    source, referral_id, type, amount, months, redeemed
  )) not valid;
