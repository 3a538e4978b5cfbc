-- What waits for staff, and apart from it what only unsigned calls know and waits for the merchant's server: however many of the
-- latter there are, the former are found at once.
drop index concurrently if exists app.referral_to_decide;
create index concurrently referral_to_decide on app.referral (tenant_id, id)
  where (referred_moderation = 'PENDING' or referrer_moderation = 'PENDING')
    and (referred_moderation = 'PENDING' or referrer_moderated_by <> 'block')
    and not (from_page and unconfirmed_participant_id is not null and (converted_at is null or unconfirmed_at is not null));
drop index concurrently if exists app.referral_to_confirm;
create index concurrently referral_to_confirm on app.referral (tenant_id, id)
  where (referred_moderation = 'PENDING' or referrer_moderation = 'PENDING')
    and (referred_moderation = 'PENDING' or referrer_moderated_by <> 'block')
    and (from_page and unconfirmed_participant_id is not null and (converted_at is null or unconfirmed_at is not null));
