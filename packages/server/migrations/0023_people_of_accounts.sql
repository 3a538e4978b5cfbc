-- The first person of an account, and its people by e-mail address, a trusted word first: an account may have any number
-- of people, and a call reads those that it needs. And an account's credits in the order in which they are redeemed: no
-- coalesce, which PostgreSQL does not look for in an index under row-level security.
drop index concurrently if exists app.participant_by_account;
create index concurrently participant_by_account on app.participant (tenant_id, account_id, id);
drop index concurrently if exists app.participant_by_account_email;
create index concurrently participant_by_account_email on app.participant
  (tenant_id, account_id, email_key, email_claimed nulls first) where email_key is not null;
drop index concurrently if exists app.reward_unspent_credit;
create index concurrently reward_unspent_credit on app.reward
  (tenant_id, account_id, unit, (case when expires_at is null then 'infinity' else expires_at end), created_at, id)
  where type in ('CREDIT', 'TIME_CREDIT') and cancelled_at is null and redeemed < amount;
