-- When each side was decided, and by whom: the name of who of staff or of the API key, or the reason of a rule. Null for a side
-- that nobody decided, and for decisions of the releases before.
alter table app.referral
  add column referred_moderated_at timestamptz,
  add column referred_moderated_as text,
  add column referrer_moderated_at timestamptz,
  add column referrer_moderated_as text;
