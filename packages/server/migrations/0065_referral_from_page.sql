-- Whether only unsigned calls named the code, and the user of that call until a trusted call names them; whether a code of the
-- server took the place of the referral; until when the referrer has a reward for a conversion without a confirmation.
-- Referrals from before count as named by the server, as they did.
alter table app.referral
  add column from_page boolean not null default false,
  add column unconfirmed_participant_id uuid,
  add column is_replaced boolean not null default false,
  add column outstanding_until timestamptz;
