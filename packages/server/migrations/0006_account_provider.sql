-- Its place was taken by the index account_provider.
alter table app.account drop constraint account_tenant_id_provider_id_key;
