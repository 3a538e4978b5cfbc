-- The service writes a row of closing_balance in a transaction that has inserted or locked what the row refers to.
alter table app.closing_balance drop constraint closing_balance_tenant_id_account_id_fkey;
