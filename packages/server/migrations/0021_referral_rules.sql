-- As 0021_account_rules.sql does for accounts.

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

-- Not valid: the rows that are there satisfied the checks that are dropped, so they need not be read again.
alter table app.referral
  drop constraint referral_status_check,
  drop constraint referral_referred_moderation_check,
  drop constraint referral_referred_moderated_by_check,
  drop constraint referral_referrer_moderation_check,
  drop constraint referral_referrer_moderated_by_check,
  drop constraint referral_check,
  drop constraint referral_check1,
  drop constraint referral_check2,
  drop constraint referral_check3;
alter table app.referral
  add constraint referral_is_possible check (app.is_possible_referral(
    status, referred_account_id, referring_account_id, referred_moderation, referred_moderated_by, referrer_moderation,
    referrer_moderated_by, converted_at, ended_at
  )) not valid;
