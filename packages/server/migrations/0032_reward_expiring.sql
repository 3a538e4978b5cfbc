-- Unspent rewards by their expiry, for those that can be spent. Percentages end by themselves, and are not in it.
drop index concurrently if exists app.reward_expiring;
create index concurrently reward_expiring on app.reward (tenant_id, expires_at, id)
  where type <> 'PCT_DISCOUNT' and expires_at is not null and cancelled_at is null and redeemed < amount;
