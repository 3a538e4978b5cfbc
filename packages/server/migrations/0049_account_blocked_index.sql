-- The blocked accounts, for the list of their users.
drop index concurrently if exists app.account_blocked;
create index concurrently account_blocked on app.account (tenant_id, id) where blocked_at is not null;
