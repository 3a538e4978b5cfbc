-- Whether a person attributed the account after the fact. A referrer's side can be held by a block of the referrer.
alter table app.referral add column is_by_hand boolean not null default false;

create or replace function app.is_possible_referral(
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
    and referrer_moderated_by in ('program', 'rule', 'staff', 'block')
    and (referrer_moderated_by <> 'block' or referrer_moderation = 'PENDING')
    and (status = 'ENDED') = (ended_at is not null)
    and (status <> 'CONVERTED' or converted_at is not null)
    and (status <> 'IN_PROGRESS' or converted_at is null);
end
$$;
