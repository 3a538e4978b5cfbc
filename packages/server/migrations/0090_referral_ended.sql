-- Referrals by their end, for the list that is sorted by it.
drop index concurrently if exists app.referral_ended;
create index concurrently referral_ended on app.referral (tenant_id, ended_at, id) where ended_at is not null;
