-- A program's settings and clock, and the accounts and people that it knows.
--
-- From here on every table belongs to a tenant: its keys begin with tenant_id, one transaction serves one tenant, and row-level
-- security checks it a second time. No foreign key leads from one to another: each new row would lock the row that it refers
-- to, and a popular referrer's row is shared by everyone they refer. The service writes a row in a transaction that has
-- inserted or locked what the row refers to.

-- One row per tenant; batches also insert through it (`from program k cross join unnest(…) where k.tenant_id = $1`),
-- which keeps them on one node of a distributed PostgreSQL.
create table app.program (
  tenant_id text collate "C" not null primary key,
  version integer not null check (version > 0),
  settings jsonb not null,
  updated_at timestamptz not null,
  -- Whether former settings had milestones: rewards for them are taken back when friends cease to count, whatever the settings say
  -- now.
  had_milestones boolean not null default false
);
select app.distribute('app.program', 'tenant');
create policy tenant_only on app.program
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.program enable row level security;
grant select, insert, update on app.program to goodword_service;

-- A test tenant's clock runs ahead of the machine's by this much. No row: not at all. Live tenants never have one.
create table app.test_clock (
  tenant_id text collate "C" not null primary key check (starts_with(tenant_id, 'test_')),
  ahead_ms bigint not null check (ahead_ms >= 0),
  -- The move that is under way, in times of this clock: null once what was due has happened.
  moving_from timestamptz,
  moving_to timestamptz
);
select app.distribute('app.test_clock', 'tenant');
create policy tenant_only on app.test_clock
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.test_clock enable row level security;
grant select, insert, update on app.test_clock to goodword_service;

-- What the checks of account, referral and reward call. PostgreSQL parses the text of every check constraint of a table again
-- in each statement that writes to it, which cost as much as writing a row. One check that calls a function costs a quarter of
-- ten: the function's plan is kept.
--
-- The functions take columns, because a distributed PostgreSQL keeps a table in parts whose row types are their own.
-- As in a check constraint, a null is no violation.
create function app.is_possible_account(
  currency text,
  value_minor bigint,
  billing_interval_type text,
  billing_interval_value integer,
  subscription_status text
) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return value_minor >= 0
    and (value_minor is null or currency is not null)
    and billing_interval_type in ('DAY', 'WEEK', 'MONTH', 'QUARTER', 'SEMI_ANNUAL', 'YEAR')
    and billing_interval_value between 1 and 10000
    and subscription_status in ('TRIAL', 'FREE', 'PAID', 'CANCELLED');
end
$$;

create table app.account (
  tenant_id text collate "C" not null,
  id uuid not null,
  external_id text collate "C" not null,
  currency text,
  value_minor bigint,
  billing_interval_type text,
  billing_interval_value integer,
  subscription_status text,
  browser_paid boolean not null,
  provider_id text collate "C",
  claimed_provider_id text collate "C",
  paid_at timestamptz,
  created_at timestamptz not null,
  -- When and why the merchant's staff or server blocked the account. The reason is null after an erasure.
  blocked_at timestamptz,
  blocked_reason text,
  -- Whether only unsigned browser calls, which anyone can send, reported the first payment.
  paid_on_page boolean not null default false,
  -- Whether the merchant's server has named a user of the account.
  has_confirmed_users boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, external_id),
  constraint account_is_possible check (app.is_possible_account(
    currency, value_minor, billing_interval_type, billing_interval_value, subscription_status
  ))
);
create index account_by_claimed_provider on app.account (tenant_id, claimed_provider_id)
  where claimed_provider_id is not null;
-- Most accounts have no processor customer: their keys need no place in an index.
create unique index account_provider on app.account (tenant_id, provider_id)
  where provider_id is not null;
-- The blocked accounts, for the list of their users.
create index account_blocked on app.account (tenant_id, id)
  where blocked_at is not null;
select app.distribute('app.account', 'tenant');
create policy tenant_only on app.account
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.account enable row level security;
grant select, insert, update on app.account to goodword_service;

-- A person of an account; `user` on the wire. The code is the one that they share now; the e-mail key is the normalised
-- address that fraud rules compare.
create table app.account_user (
  tenant_id text collate "C" not null,
  id uuid not null,
  account_id uuid not null,
  external_id text collate "C" not null,
  code text collate "C" not null,
  email text,
  email_key text collate "C",
  first_name text,
  last_name text,
  -- The language of the person's e-mails, as a language tag.
  locale text collate "C",
  browser_seen_at timestamptz,
  weighed_cookie text collate "C",
  created_at timestamptz not null,
  -- What people are searched by, without case and accents; the address also without the dots before its `@`.
  search_name text collate "C",
  search_last_name text collate "C",
  search_email text collate "C",
  -- Only an unsigned call said the e-mail address, of an account that existed already.
  email_claimed boolean not null default false,
  -- The merchant's server, a signed call or the payment processor reported the e-mail address.
  email_trusted boolean not null default false,
  -- Whether the server, a signed call or a confirmed conversion has named the user.
  confirmed boolean not null,
  -- When the person agreed to be shown on the leaderboard; null while they do not.
  leaderboard_since timestamptz,
  primary key (tenant_id, id),
  -- Users are also searched by how their id begins.
  unique (tenant_id, external_id, account_id)
);
create index account_user_by_email on app.account_user (tenant_id, email_key)
  where email_key is not null;
create index account_user_search_name on app.account_user (tenant_id, search_name)
  where search_name is not null;
create index account_user_search_last_name on app.account_user (tenant_id, search_last_name)
  where search_last_name is not null;
create index account_user_search_email on app.account_user (tenant_id, search_email)
  where search_email is not null;
-- The first person of an account, and its people by e-mail address, those with trusted evidence first: an account may have any
-- number of people, and a call reads those that it needs.
create index account_user_by_account on app.account_user (tenant_id, account_id, id);
create index account_user_by_account_email on app.account_user (tenant_id, account_id, email_key, email_claimed,
    confirmed desc)
  where email_key is not null;
-- Users of an account that only unsigned calls named, oldest first.
create index account_user_unconfirmed on app.account_user (tenant_id, account_id, id)
  where not confirmed;
select app.distribute('app.account_user', 'tenant');
create policy tenant_only on app.account_user
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.account_user enable row level security;
grant select, insert, update on app.account_user to goodword_service;

-- Every code that was ever given to a person, so that a link once shared goes on working.
create table app.referral_code (
  tenant_id text collate "C" not null,
  code text collate "C" not null,
  account_id uuid not null,
  user_id uuid not null,
  disabled_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, code)
);
create index referral_code_by_user on app.referral_code (tenant_id, user_id);
select app.distribute('app.referral_code', 'tenant');
create policy tenant_only on app.referral_code
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.referral_code enable row level security;
grant select, insert, update on app.referral_code to goodword_service;

-- What an earlier product gave a person as a code, in any form: it leads to the code that the person has now.
-- A text that was written exactly like this is its owner's; one that is only folded to upper case gives way.
create table app.former_code (
  tenant_id text collate "C" not null,
  spelling text collate "C" not null,
  user_id uuid not null,
  is_exact boolean not null,
  created_at timestamptz not null,
  primary key (tenant_id, spelling)
);
create index former_code_by_user on app.former_code (tenant_id, user_id);
select app.distribute('app.former_code', 'tenant');
create policy tenant_only on app.former_code
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.former_code enable row level security;
grant select, insert, update, delete on app.former_code to goodword_service;
