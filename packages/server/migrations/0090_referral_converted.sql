-- Referrals by their conversion, for the list that is sorted by it.
drop index concurrently if exists app.referral_converted;
create index concurrently referral_converted on app.referral (tenant_id, converted_at, id) where converted_at is not null;
