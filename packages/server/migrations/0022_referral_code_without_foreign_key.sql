-- The service writes a row of referral_code in a transaction that has inserted or locked what the row refers to.
alter table app.referral_code drop constraint referral_code_tenant_id_participant_id_fkey;
