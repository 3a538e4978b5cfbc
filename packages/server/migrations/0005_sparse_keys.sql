-- Most accounts have no processor customer and most rewards no request: their keys need no place in an index.
drop index concurrently if exists app.account_provider;
create unique index concurrently account_provider on app.account (tenant_id, provider_id)
  where provider_id is not null;
drop index concurrently if exists app.reward_request;
create unique index concurrently reward_request on app.reward (tenant_id, request_key) where request_key is not null;
