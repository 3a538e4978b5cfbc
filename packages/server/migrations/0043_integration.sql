-- What the integration checker has seen that no other table says: pages that loaded the script, calls of pages and servers,
-- tokens with a bad signature, rejected notifications. Times are the machine's. Each process writes a row at most once in
-- some minutes, so `seen` counts with that delay.
create table app.integration_sighting (
  tenant_id text collate "C" not null,
  kind text collate "C" not null,
  -- Of the page, such as https://shop.example.com. Empty for all of a kind together.
  origin text collate "C" not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  seen bigint not null check (seen > 0),
  primary key (tenant_id, kind, origin)
);
select app.distribute('app.integration_sighting', 'tenant');

create policy tenant_only on app.integration_sighting using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.integration_sighting enable row level security;

grant select, insert, update, delete on app.integration_sighting to goodword_service;
