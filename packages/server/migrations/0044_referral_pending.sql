-- What waits for staff: sides of referrals that are held, oldest or newest first, among however many that are denied.
drop index concurrently if exists app.referral_pending;
create index concurrently referral_pending on app.referral (tenant_id, id)
  where referred_moderation = 'PENDING' or referrer_moderation = 'PENDING';
