-- Fails when a statement wrote another number of rows than it was to: a defect of the service's own, and nothing of its
-- transaction is kept. The commit travels with the writes, so only the database can say so in time.
create function app.expect_rows(written bigint, due integer) returns void
language plpgsql as $$
begin
  if written <> due then
    raise exception 'wrote % rows where % were due', written, due;
  end if;
end
$$;
