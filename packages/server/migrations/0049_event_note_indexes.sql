-- The notes about an account and about the referrals that it made, for erasures.
drop index concurrently if exists app.event_note_by_account;
create index concurrently event_note_by_account on app.event (tenant_id, account_id) where note is not null;
drop index concurrently if exists app.event_note_by_referrer;
create index concurrently event_note_by_referrer on app.event (tenant_id, referring_account_id) where note is not null;
