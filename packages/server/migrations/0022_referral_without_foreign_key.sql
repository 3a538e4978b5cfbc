-- The service writes a row of referral in a transaction that has inserted or locked what the row refers to.
alter table app.referral drop constraint referral_tenant_id_referred_account_id_fkey;
