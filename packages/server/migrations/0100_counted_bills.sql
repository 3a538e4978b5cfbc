-- Where bills are counted, the months of a referral's percentage are the bills made after this moment. Null for other rewards,
-- and until the months begin. Of a referrer's reward of an earlier release it is the conversion.
alter table app.reward add column bills_after timestamptz;
