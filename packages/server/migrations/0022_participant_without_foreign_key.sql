-- The service writes a row of participant in a transaction that has inserted or locked what the row refers to.
alter table app.participant drop constraint participant_tenant_id_account_id_fkey;
