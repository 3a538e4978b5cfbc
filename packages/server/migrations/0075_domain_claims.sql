-- Claims of tenants to hosts. Any number of tenants may claim a host; custom_domain has the one whose claim is verified,
-- by its key. A claim is checked again and again for all tenants, so this is a table of the directory as well.
create table app.domain_claim (
  tenant_id text collate "C" not null references app.tenant (id),
  host text collate "C" not null check (host ~ '^[a-z0-9-]+([.][a-z0-9-]+)+$' and length(host) <= 253),
  -- What the DNS record of the claim contains.
  token text collate "C" not null check (length(token) between 20 and 64),
  created_at timestamptz not null,
  checked_at timestamptz,
  -- What was wrong at the last check.
  problem text check (problem in ('RECORD_MISSING', 'RECORD_DIFFERENT', 'NAME_SERVERS_UNREACHABLE',
    'HELD_BY_ANOTHER', 'NOT_CLAIMABLE')),
  verified_at timestamptz,
  seen_at timestamptz,
  missing_since timestamptz,
  lost_at timestamptz,
  -- Null for a claim that is checked on request only.
  next_check_at timestamptz,
  primary key (tenant_id, host)
);
select app.distribute('app.domain_claim', 'reference');

create index domain_claim_next_check on app.domain_claim (next_check_at) where next_check_at is not null;

create policy every_tenant_reads on app.domain_claim for select using (true);
create policy tenant_only_inserts on app.domain_claim for insert
  with check (tenant_id = current_setting('app.tenant', true));
create policy tenant_only_updates on app.domain_claim for update
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
create policy tenant_only_deletes on app.domain_claim for delete
  using (tenant_id = current_setting('app.tenant', true));
do $$
begin
  alter table app.domain_claim enable row level security;
end
$$;

grant select, insert, update, delete on app.domain_claim to goodword_service;

-- Domains that were added before anybody had to prove them stay in use for 72 hours, like one whose record is missing.
insert into app.domain_claim
  (tenant_id, host, token, created_at, verified_at, missing_since, problem, next_check_at)
select tenant_id, host, replace(gen_random_uuid()::text, '-', ''), created_at, created_at, now(), 'RECORD_MISSING', now()
from app.custom_domain;
