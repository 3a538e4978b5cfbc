-- The service writes a row of entry in a transaction that has inserted or locked what the row refers to.
alter table app.entry drop constraint entry_tenant_id_reward_id_fkey;
