-- When unsigned browsers alone reported the payment that converted a referral; null once somebody trusted confirmed it.
alter table app.referral add column unconfirmed_at timestamptz;
