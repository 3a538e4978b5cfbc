-- When each side was decided, and who did: the name of a person of staff or of an API key, or the reason of a rule. Null for a
-- side without a decision, and for decisions of the releases before.
alter table app.referral
  add column referred_moderated_at timestamptz,
  add column referred_moderated_as text,
  add column referrer_moderated_at timestamptz,
  add column referrer_moderated_as text;
