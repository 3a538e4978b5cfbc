-- Erases rows as erase_test_rows does, and counts them. Both as the owner: Citus refuses a transaction in which two roles write
-- rows of one tenant.
create function app.erase_counted_test_rows(tenant text, relation text, most integer) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  erased integer := app.erase_test_rows(tenant, relation, most);
begin
  if erased > 0 then
    update app.test_data_erasure x
    set erased_rows = x.erased_rows + erased
    where x.tenant_id = tenant;
  end if;
  return erased;
end
$$;
revoke execute on function app.erase_counted_test_rows from public;
grant execute on function app.erase_counted_test_rows to goodword_service;
