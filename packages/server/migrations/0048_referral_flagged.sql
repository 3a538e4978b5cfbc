-- Referrals that fraud rules flagged, among however many that none did.
drop index concurrently if exists app.referral_flagged;
create index concurrently referral_flagged on app.referral (tenant_id, id)
  where signals <> '[]'::jsonb;
