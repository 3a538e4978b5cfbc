-- The conversions that count towards a program's limit for unsigned ones, by referrer and time.
drop index concurrently if exists app.referral_unconfirmed;
create index concurrently referral_unconfirmed on app.referral (tenant_id, referring_account_id, unconfirmed_at)
  where unconfirmed_at is not null;
