-- Referrals: which account came by the code of which other, in which state, and how each side was decided.

create function app.is_possible_referral(
  status text,
  referred_account_id uuid,
  referring_account_id uuid,
  referred_moderation text,
  referred_moderated_by text,
  referrer_moderation text,
  referrer_moderated_by text,
  converted_at timestamptz,
  ended_at timestamptz
) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return status in ('IN_PROGRESS', 'CONVERTED', 'ENDED')
    and referred_account_id <> referring_account_id
    and referred_moderation in ('APPROVED', 'PENDING', 'DENIED')
    and referred_moderated_by in ('program', 'rule', 'staff')
    and referrer_moderation in ('APPROVED', 'PENDING', 'DENIED')
    and referrer_moderated_by in ('program', 'rule', 'staff', 'block')
    and (referrer_moderated_by <> 'block' or referrer_moderation = 'PENDING')
    and (status = 'ENDED') = (ended_at is not null)
    and (status <> 'CONVERTED' or converted_at is not null)
    and (status <> 'IN_PROGRESS' or converted_at is null);
end
$$;

-- Of the referrals of a referred account one counts, and at most one was replaced. The id carries the start time (uuid v7). A
-- referrer's side can be held by a block of the referrer.
create table app.referral (
  tenant_id text collate "C" not null,
  id uuid not null,
  -- The rules about facts that match its facts with some thresholds within their bounds, and with those that are likely to be
  -- tried, a bit for each rule: the others need not be tried.
  possible_rules integer not null default 0,
  likely_rules integer not null default 0,
  code text collate "C" not null,
  status text not null,
  referred_account_id uuid not null,
  referred_user_id uuid,
  referring_account_id uuid not null,
  referring_user_id uuid not null,
  referred_moderation text not null,
  referred_moderated_by text not null,
  referrer_moderation text not null,
  referrer_moderated_by text not null,
  signals jsonb not null,
  -- What fraud rules read of it: numbers by the names of facts.
  facts jsonb not null default '{}',
  started_at timestamptz not null,
  converted_at timestamptz,
  ended_at timestamptz,
  -- When unsigned browsers alone reported the payment that converted it; null once a trusted call has confirmed that.
  unconfirmed_at timestamptz,
  -- When each side was decided, and who did: the name of a person of staff or of an API key, or the reason of a rule. Null for a
  -- side without a decision, and for decisions from before.
  referred_moderated_at timestamptz,
  referred_moderated_as text,
  referrer_moderated_at timestamptz,
  referrer_moderated_as text,
  -- Whether a person attributed the account after the fact.
  is_by_hand boolean not null default false,
  -- Whether only unsigned calls named the code, and the user of that call until a trusted call names them. Referrals from before
  -- count as named by the server.
  from_page boolean not null default false,
  unconfirmed_user_id uuid,
  -- Whether a code of the server took the place of the referral.
  is_replaced boolean not null default false,
  -- Until when the referrer has a reward for a conversion without a confirmation.
  outstanding_until timestamptz,
  -- Since when a side has waited for staff and for nothing else, as the domain has it.
  review_since timestamptz,
  -- What an approval of the waiting sides is estimated to be worth, in minor units of the program's currency; null for what does
  -- not wait for staff.
  at_stake_minor bigint,
  -- The latest decision of staff about a side that waited, and how long it had waited.
  reviewed_at timestamptz,
  review_waited_ms bigint,
  -- When the referrer wrote about it while it was checked; the text is a note of the event.
  appealed_at timestamptz,
  -- When staff were last reminded of a side that waited longer than the program's review period.
  reminded_at timestamptz,
  -- How the friend came; it is not known of referrals from before.
  channel text collate "C" not null default 'OTHER',
  -- When a browser call showed afterwards that it was by the share link.
  link_seen_at timestamptz,
  primary key (tenant_id, id),
  constraint referral_is_possible check (app.is_possible_referral(
    status, referred_account_id, referring_account_id, referred_moderation, referred_moderated_by, referrer_moderation,
    referrer_moderated_by, converted_at, ended_at
  ))
);
create index referral_by_referrer on app.referral (tenant_id, referring_account_id, id);
-- The friends of a person by status, and those that milestones count, from the index alone.
create index referral_by_user on app.referral (tenant_id, referring_user_id, status)
  include (referrer_moderation, converted_at, is_replaced);
create index referral_by_status on app.referral (tenant_id, status, id);
create index referral_not_approved on app.referral (tenant_id, id)
  where referred_moderation <> 'APPROVED' or referrer_moderation <> 'APPROVED';
-- Sides of referrals that are held, oldest or newest first, among however many that are denied.
create index referral_pending on app.referral (tenant_id, id)
  where referred_moderation = 'PENDING' or referrer_moderation = 'PENDING';
-- Referrals that fraud rules flagged or staff decided, among however many others.
create index referral_flagged on app.referral (tenant_id, id)
  where signals <> '[]'::jsonb or referrer_moderated_by = 'staff' or referred_moderated_by = 'staff';
-- Referrals whose facts a rule matches with likely thresholds, for trying rules on them.
create index referral_to_try on app.referral (tenant_id, id)
  where likely_rules <> 0;
-- Partial, so that no other read of referrals takes it.
create unique index referral_of_referred on app.referral (tenant_id, referred_account_id, is_replaced)
  where referred_account_id is not null;
-- The conversions that count towards a program's limit for unsigned ones, by referrer.
create index referral_unconfirmed on app.referral (tenant_id, referring_account_id, outstanding_until)
  where outstanding_until is not null;
-- What waits for staff alone, the longest first: how long the oldest has waited, and what is decided by itself.
create index referral_in_review on app.referral (tenant_id, review_since, id)
  where review_since is not null;
-- What of it staff were not reminded of: however much is overdue, no reminder reads what had one.
create index referral_to_remind on app.referral (tenant_id, review_since, id)
  where review_since is not null and (reminded_at is null or reminded_at < review_since);
-- What has waited for staff the longest in all live and in all test programs, for the figures of all tenants.
create index referral_oldest_review on app.referral (starts_with(tenant_id, 'test_'), review_since)
  where review_since is not null;
-- What staff have to decide, by what is at stake, and apart from it by referrer.
create index referral_at_stake on app.referral (tenant_id, at_stake_minor, id)
  where at_stake_minor is not null;
create index referral_at_stake_by_referrer on app.referral (tenant_id, referring_account_id, id)
  where at_stake_minor is not null;
-- How long decisions of staff took.
create index referral_reviewed on app.referral (tenant_id, reviewed_at)
  where reviewed_at is not null;
-- Users whose codes brought a confirmed conversion.
create index referral_confirmed on app.referral (tenant_id, referring_user_id)
  where converted_at is not null and unconfirmed_at is null;
-- Referrals by their conversion and by their end, for the lists that are sorted by them.
create index referral_converted on app.referral (tenant_id, converted_at, id)
  where converted_at is not null;
create index referral_ended on app.referral (tenant_id, ended_at, id)
  where ended_at is not null;
-- What waits for staff, and apart from it what only unsigned calls know and waits for the merchant's server: however many of the
-- latter there are, the former are found at once.
create index referral_to_decide on app.referral (tenant_id, id)
  where (referred_moderation = 'PENDING' or referrer_moderation = 'PENDING')
    and (referred_moderation = 'PENDING' or referrer_moderated_by <> 'block')
    and not (from_page and unconfirmed_user_id is not null and (converted_at is null or unconfirmed_at is not null));
create index referral_to_confirm on app.referral (tenant_id, id)
  where (referred_moderation = 'PENDING' or referrer_moderation = 'PENDING')
    and (referred_moderation = 'PENDING' or referrer_moderated_by <> 'block')
    and (from_page and unconfirmed_user_id is not null and (converted_at is null or unconfirmed_at is not null));
select app.distribute('app.referral', 'tenant');
create policy tenant_only on app.referral
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.referral enable row level security;
grant select, insert, update on app.referral to goodword_service;

-- What fraud rules compare of accounts: keyed hashes of cards, devices, networks and private mail domains, which do not give the
-- values back. A key has 200 accounts at most, so that one that everybody has costs no more than any other. Networks
-- are kept for 30 days.
create table app.evidence_key (
  tenant_id text collate "C" not null,
  key uuid not null,
  account_id uuid not null,
  kind text collate "C" not null check (kind in ('card', 'device', 'network', 'domain')),
  -- The account that had referred the account when it was last seen with the key.
  referring_account_id uuid,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- 0 if no other account had the card or device, otherwise a hash of the account: of two transactions that add a card or device
  -- at a time, the second violates the unique index, is repeated and sees the first. One index for this and for reading who has a
  -- key, because every attribution with evidence writes to it.
  discriminator bigint not null,
  primary key (tenant_id, account_id, key),
  unique (tenant_id, key, discriminator)
);
create index evidence_key_of_networks on app.evidence_key (tenant_id, last_seen_at)
  where kind = 'network';
select app.distribute('app.evidence_key', 'tenant');
create policy tenant_only on app.evidence_key
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.evidence_key enable row level security;
grant select, insert, update, delete on app.evidence_key to goodword_service;

-- What the keys of networks are made with, each for 30 days. Without it they cannot be made again, so they show no network
-- any more. No backup has it.
create table app.network_salt (
  tenant_id text collate "C" not null,
  -- Days since the epoch, divided by 30.
  period integer not null,
  salt bytea not null,
  primary key (tenant_id, period)
);
select app.distribute('app.network_salt', 'tenant');
create policy tenant_only on app.network_salt
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.network_salt enable row level security;
grant select, insert, delete on app.network_salt to goodword_service;
-- Accounts that cards, devices or mailboxes show to be of one person. All accounts of a person have one root, which is one of
-- them; it is null if so many are linked that they are no person. An account that is linked with none has no row.
create table app.account_identity (
  tenant_id text collate "C" not null,
  account_id uuid not null,
  root uuid,
  primary key (tenant_id, account_id)
);
create index account_identity_by_root on app.account_identity (tenant_id, root, account_id)
  where root is not null;
select app.distribute('app.account_identity', 'tenant');
create policy tenant_only on app.account_identity
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.account_identity enable row level security;
grant select, insert, update, delete on app.account_identity to goodword_service;

-- What is usual among the referrals of a tenant: by the name of a fact, the value that 99 % of the referrers do not exceed by
-- approved ones of the last 90 days.
create table app.usual_fact (
  tenant_id text collate "C" primary key,
  percentiles jsonb not null,
  counted_at timestamptz not null
);
select app.distribute('app.usual_fact', 'tenant');
create policy tenant_only on app.usual_fact
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.usual_fact enable row level security;
grant select, insert, update, delete on app.usual_fact to goodword_service;

-- How many referrals of enabled tenants wait for staff alone, and for how many seconds the oldest has; of live and of test programs
-- apart, because a rehearsal must not wake anyone. The 10,000 that have waited the longest are counted.
create function app.review_statistics()
returns table (is_test boolean, referrals bigint, oldest_seconds double precision)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select false, count(*), coalesce(greatest(extract(epoch from now() - min(x.review_since)), 0), 0)::double precision
    from (
      select r.review_since
      from app.referral r
      where not starts_with(r.tenant_id, 'test_')
        and r.review_since is not null
        and not exists (select 1 from app.tenant t where t.id = r.tenant_id and t.disabled_at is not null)
      order by r.review_since
      limit 10000
    ) as x;
  return query
    select true, count(*), coalesce(greatest(max(x.seconds), 0), 0)::double precision
    from (
      select extract(epoch from now() + coalesce(k.ahead_ms, 0) * interval '1 millisecond' - r.review_since) as seconds
      from app.referral r
      left join app.test_clock k on k.tenant_id = r.tenant_id
      where starts_with(r.tenant_id, 'test_')
        and r.review_since is not null
        and not exists (select 1 from app.tenant t where t.id = r.tenant_id and t.disabled_at is not null)
      order by r.review_since
      limit 10000
    ) as x;
end
$$;
revoke execute on function app.review_statistics from public;
grant execute on function app.review_statistics to goodword_service;
