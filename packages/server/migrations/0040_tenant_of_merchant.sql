-- The programs of a merchant, which its staff choose from.
drop index concurrently if exists app.tenant_of_merchant;
create index concurrently tenant_of_merchant on app.tenant (merchant_id);
