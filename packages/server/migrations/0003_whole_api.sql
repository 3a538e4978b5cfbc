-- What the whole API keeps beside tracking: a test tenant's clock, answers of requests that may be sent again, and what
-- people are searched by.

-- A test tenant's clock runs ahead of the machine's by this much. No row: not at all. Live tenants never have one.
create table app.test_clock (
  tenant_id text collate "C" not null primary key check (starts_with(tenant_id, 'test_')),
  ahead_ms bigint not null check (ahead_ms >= 0)
);
select app.distribute('app.test_clock', 'tenant');

-- A request that named an Idempotency-Key. Without a status it is under way, until its lease ends; with one, the answer
-- is kept and given again. Only successes are kept. It counts from its first arrival, whoever takes it up again.
create table app.idempotent_request (
  tenant_id text collate "C" not null,
  key text collate "C" not null,
  request_hash bytea not null,
  leased_until timestamptz not null,
  status integer check (status between 200 and 299),
  answer text,
  created_at timestamptz not null,
  primary key (tenant_id, key),
  check ((status is null) = (answer is null))
);
-- For taking away what has been kept long enough.
create index idempotent_request_age on app.idempotent_request (tenant_id, created_at);
select app.distribute('app.idempotent_request', 'tenant');

-- A redemption of credit, for ever one per request.
create table app.redemption (
  tenant_id text collate "C" not null,
  id uuid not null,
  account_id uuid not null,
  unit text not null,
  amount bigint not null check (amount > 0),
  available bigint not null check (available >= 0),
  request_key text collate "C" not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, request_key),
  foreign key (tenant_id, account_id) references app.account (tenant_id, id)
);
select app.distribute('app.redemption', 'tenant');

-- A gift is made once per request as well.
alter table app.reward add column request_key text collate "C";
alter table app.reward add constraint reward_request_key unique (tenant_id, request_key);

-- A signing key that was rolled goes on until then; two are live meanwhile.
alter table app.signing_key add column expires_at timestamptz;

-- What people are searched by: their first letters, in lower case.
alter table app.participant add column search_name text collate "C";
alter table app.participant add column search_last_name text collate "C";
alter table app.participant add column search_email text collate "C";
create index participant_search_name on app.participant (tenant_id, search_name) where search_name is not null;
create index participant_search_last_name on app.participant (tenant_id, search_last_name)
  where search_last_name is not null;
create index participant_search_email on app.participant (tenant_id, search_email) where search_email is not null;
create index participant_search_external_id on app.participant (tenant_id, external_id);
create index participant_search_code on app.participant (tenant_id, code);

do $$
declare
  name text;
begin
  foreach name in array array['test_clock', 'idempotent_request', 'redemption']
  loop
    execute format(
      'create policy tenant_only on app.%I using (tenant_id = current_setting(''app.tenant'', true))'
      ' with check (tenant_id = current_setting(''app.tenant'', true))', name
    );
    execute format('alter table app.%I enable row level security', name);
  end loop;
end
$$;

grant select, insert, update on app.test_clock to goodword_service;
grant select, insert, update, delete on app.idempotent_request to goodword_service;
grant select, insert on app.redemption to goodword_service;
