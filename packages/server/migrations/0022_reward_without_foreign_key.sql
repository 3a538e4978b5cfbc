-- The service writes a row of reward in a transaction that has inserted or locked what the row refers to.
alter table app.reward drop constraint reward_tenant_id_referral_id_fkey;
