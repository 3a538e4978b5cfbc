-- Of the referrals of an account one counts, and at most one was replaced. Partial, so that no other read of referrals takes it.
drop index concurrently if exists app.referral_of_referred;
create unique index concurrently referral_of_referred on app.referral (tenant_id, referred_account_id, is_replaced)
  where referred_account_id is not null;
-- The conversions that count towards a program's limit for unsigned ones, by referrer.
drop index concurrently if exists app.referral_unconfirmed;
create index concurrently referral_unconfirmed on app.referral (tenant_id, referring_account_id, outstanding_until)
  where outstanding_until is not null;
-- Users of an account that only unsigned calls named, oldest first, and users whose codes brought a confirmed conversion.
drop index concurrently if exists app.participant_unconfirmed;
create index concurrently participant_unconfirmed on app.participant (tenant_id, account_id, id)
  where (confirmed is false or (confirmed is null and email_trusted is not true and browser_seen_at = created_at));
drop index concurrently if exists app.referral_confirmed;
create index concurrently referral_confirmed on app.referral (tenant_id, referring_participant_id)
  where converted_at is not null and unconfirmed_at is null;
