-- The service writes a row of redemption in a transaction that has inserted or locked what the row refers to.
alter table app.redemption drop constraint redemption_tenant_id_account_id_fkey;
