-- What tracking knows. Every table belongs to a tenant: its keys begin with tenant_id, one transaction serves one
-- tenant, and row-level security checks it a second time.
--
-- Foreign keys tie what belongs to one referred account. There is none to the tenant or to the referrer's account:
-- each new row would lock that one row, and a popular referrer's row is shared by everyone they refer.

-- One row per tenant; batches also insert through it (`from program k cross join unnest(…) where k.tenant_id = $1`),
-- which keeps them on one node of a distributed PostgreSQL.
create table app.program (
  tenant_id text collate "C" not null primary key,
  version integer not null check (version > 0),
  settings jsonb not null,
  updated_at timestamptz not null
);
select app.distribute('app.program', 'tenant');

create table app.account (
  tenant_id text collate "C" not null,
  id uuid not null,
  external_id text collate "C" not null,
  currency text,
  value_minor bigint check (value_minor >= 0),
  billing_interval_type text
    check (billing_interval_type in ('DAY', 'WEEK', 'MONTH', 'QUARTER', 'SEMI_ANNUAL', 'YEAR')),
  billing_interval_value integer check (billing_interval_value between 1 and 10000),
  subscription_status text check (subscription_status in ('TRIAL', 'FREE', 'PAID', 'CANCELLED')),
  browser_paid boolean not null,
  provider_id text collate "C",
  claimed_provider_id text collate "C",
  paid_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, external_id),
  unique (tenant_id, provider_id),
  check (value_minor is null or currency is not null)
);
create index account_by_claimed_provider on app.account (tenant_id, claimed_provider_id)
  where claimed_provider_id is not null;
select app.distribute('app.account', 'tenant');

-- A person of an account; `user` on the wire. The code is the one that they share now; the e-mail key is the normalised
-- address that fraud rules compare.
create table app.participant (
  tenant_id text collate "C" not null,
  id uuid not null,
  account_id uuid not null,
  external_id text collate "C" not null,
  code text collate "C" not null,
  email text,
  email_key text collate "C",
  first_name text,
  last_name text,
  browser_seen_at timestamptz,
  weighed_cookie text collate "C",
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, account_id, external_id),
  foreign key (tenant_id, account_id) references app.account (tenant_id, id)
);
create index participant_by_email on app.participant (tenant_id, email_key) where email_key is not null;
select app.distribute('app.participant', 'tenant');

-- Every code that was ever given to somebody, so that a link once shared goes on working.
create table app.referral_code (
  tenant_id text collate "C" not null,
  code text collate "C" not null,
  account_id uuid not null,
  participant_id uuid not null,
  disabled_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, code),
  foreign key (tenant_id, participant_id) references app.participant (tenant_id, id)
);
create index referral_code_by_participant on app.referral_code (tenant_id, participant_id);
select app.distribute('app.referral_code', 'tenant');

-- At most one referral per referred account, for ever. Its id carries its start time (uuid v7).
create table app.referral (
  tenant_id text collate "C" not null,
  id uuid not null,
  code text collate "C" not null,
  status text not null check (status in ('IN_PROGRESS', 'CONVERTED', 'ENDED')),
  referred_account_id uuid not null,
  referred_participant_id uuid,
  referring_account_id uuid not null,
  referring_participant_id uuid not null,
  referred_moderation text not null check (referred_moderation in ('APPROVED', 'PENDING', 'DENIED')),
  referred_moderated_by text not null check (referred_moderated_by in ('program', 'rule', 'staff')),
  referrer_moderation text not null check (referrer_moderation in ('APPROVED', 'PENDING', 'DENIED')),
  referrer_moderated_by text not null check (referrer_moderated_by in ('program', 'rule', 'staff')),
  signals jsonb not null,
  started_at timestamptz not null,
  converted_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, referred_account_id),
  foreign key (tenant_id, referred_account_id) references app.account (tenant_id, id),
  check (referred_account_id <> referring_account_id),
  check ((status = 'ENDED') = (ended_at is not null)),
  check (status <> 'CONVERTED' or converted_at is not null),
  check (status <> 'IN_PROGRESS' or converted_at is null)
);
create index referral_by_referrer on app.referral (tenant_id, referring_account_id, id);
create index referral_by_status on app.referral (tenant_id, status, id);
create index referral_by_conversion on app.referral (tenant_id, converted_at) where converted_at is not null;
create index referral_by_end on app.referral (tenant_id, ended_at) where ended_at is not null;
create index referral_not_approved on app.referral (tenant_id, id)
  where referred_moderation <> 'APPROVED' or referrer_moderation <> 'APPROVED';
select app.distribute('app.referral', 'tenant');

-- One reward per referral and source, for ever. Times may lie ahead: a held reward is given in the future.
create table app.reward (
  tenant_id text collate "C" not null,
  id uuid not null,
  account_id uuid not null,
  participant_id uuid,
  referral_id uuid,
  source text not null check (source in ('REFERRED', 'FRIEND_SIGNUP', 'MANUAL')),
  type text not null check (type in ('PCT_DISCOUNT', 'CREDIT', 'TIME_CREDIT', 'FEATURE')),
  unit text not null,
  amount bigint not null check (amount >= 0),
  months integer check (months > 0),
  redeemed bigint not null check (redeemed between 0 and amount),
  created_at timestamptz not null,
  scheduled_for timestamptz,
  given_at timestamptz,
  expires_at timestamptz,
  cancelled_at timestamptz,
  redeemed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, referral_id, source),
  foreign key (tenant_id, referral_id) references app.referral (tenant_id, id),
  check ((source = 'MANUAL') = (referral_id is null))
);
create index reward_by_account on app.reward (tenant_id, account_id, id);
select app.distribute('app.reward', 'tenant');

-- The append-only ledger. A balance at a moment is the sum of the entries effective by then; what expires is taken
-- out by an entry that lies ahead. The source is unique: each cause enters once.
create table app.entry (
  tenant_id text collate "C" not null,
  id uuid not null,
  account_id uuid not null,
  reward_id uuid not null,
  source text collate "C" not null,
  kind text not null check (kind in ('GRANT', 'REDEMPTION', 'REVERSAL', 'EXPIRY')),
  reward_source text not null,
  reward_type text not null,
  unit text not null,
  amount bigint not null,
  effective_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, source),
  foreign key (tenant_id, reward_id) references app.reward (tenant_id, id)
);
create index entry_by_account on app.entry (tenant_id, account_id, effective_at)
  include (reward_source, reward_type, unit, amount);
select app.distribute('app.entry', 'tenant');

-- What happened, and why something did not. What did not happen is kept once per account and subject (its type, reason
-- and code); what happened is kept once because the state that it changes allows it once. Ids only: the names and
-- addresses of people are not here.
create table app.event (
  tenant_id text collate "C" not null,
  id uuid not null,
  account_id uuid not null,
  referring_account_id uuid,
  type text not null,
  reason text not null,
  subject text collate "C",
  actor text not null,
  code text collate "C",
  participant_id uuid,
  referral_id uuid,
  reward_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index event_once on app.event (tenant_id, account_id, subject) where subject is not null;
create index event_by_account on app.event (tenant_id, account_id, id);
create index event_by_referrer on app.event (tenant_id, referring_account_id, id)
  where referring_account_id is not null;
select app.distribute('app.event', 'tenant');

do $$
declare
  name text;
begin
  foreach name in array array['program', 'account', 'participant', 'referral_code', 'referral', 'reward', 'entry', 'event']
  loop
    execute format(
      'create policy tenant_only on app.%I using (tenant_id = current_setting(''app.tenant'', true))'
      ' with check (tenant_id = current_setting(''app.tenant'', true))', name
    );
    execute format('alter table app.%I enable row level security', name);
  end loop;
end
$$;

-- The ledger and the events are only ever added to.
grant select, update on app.program to goodword_service;
grant select, insert, update on app.account, app.participant, app.referral_code to goodword_service;
grant select, insert, update on app.referral, app.reward to goodword_service;
grant select, insert on app.entry, app.event to goodword_service;
