-- Rewards by their expiry, for the list that is sorted by it.
drop index concurrently if exists app.reward_by_expiry;
create index concurrently reward_by_expiry on app.reward (tenant_id, expires_at, id) where expires_at is not null;
