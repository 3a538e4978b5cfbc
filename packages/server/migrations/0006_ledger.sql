-- Rewards, and the ledger of what they are worth: given, redeemed, expired.

create function app.is_possible_reward(
  source text,
  referral_id uuid,
  type text,
  amount bigint,
  months integer,
  redeemed bigint,
  user_id uuid,
  milestone integer
) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return source in ('REFERRED', 'FRIEND_SIGNUP', 'FRIEND_PAYMENT', 'MILESTONE', 'MANUAL')
    and (source in ('FRIEND_PAYMENT', 'MILESTONE', 'MANUAL')) = (referral_id is null)
    and (source = 'MILESTONE') = (milestone is not null)
    and (source not in ('FRIEND_PAYMENT', 'MILESTONE') or user_id is not null)
    and type in ('PCT_DISCOUNT', 'CREDIT', 'TIME_CREDIT', 'FEATURE', 'PAYMENT_SHARE')
    and amount >= 0
    and months > 0
    and redeemed between 0 and amount;
end
$$;

-- One reward per referral and source, for ever. Times may lie ahead: a held reward is given in the future.
create table app.reward (
  tenant_id text collate "C" not null,
  id uuid not null,
  account_id uuid not null,
  user_id uuid,
  referral_id uuid,
  source text not null,
  type text not null,
  unit text not null,
  amount bigint not null,
  months integer,
  -- Of a share of a friend's payments: for how many months its credit is valid, and the most of it in a month. Null of others.
  credit_months integer check (credit_months > 0),
  credit_per_month bigint check (credit_per_month > 0),
  redeemed bigint not null,
  created_at timestamptz not null,
  scheduled_for timestamptz,
  given_at timestamptz,
  expires_at timestamptz,
  cancelled_at timestamptz,
  redeemed_at timestamptz,
  -- A gift is made once per request as well.
  request_key text collate "C",
  -- How often it was cancelled: a clock may show one moment twice, so the time alone does not name a cancellation.
  cancellations integer not null default 0,
  -- Where bills are counted, the months of a referral's percentage are the bills made after this moment. Null for other rewards,
  -- and until the months begin. Of a referrer's reward from before it is the conversion.
  bills_after timestamptz,
  -- How many months of a queued percentage were left at that moment, while no bills were seen. Null as long as they were.
  months_left integer check (months_left >= 0),
  -- How many bills it is still on, by the bills that counted it; null where no processor is connected, and until a bill is due.
  bills_left integer check (bills_left >= 0),
  -- How many queued percentages of the account are before it on bills. Null of others, and where no bills are counted.
  queue_position integer check (queue_position >= 0),
  -- When a queued percentage that waits is expected to begin. Null of others, and where that is not known.
  turn_at timestamptz,
  -- How much of what was taken from it is kept for bills that are not made yet: it is not spent, and can be taken back. Of
  -- credit that was reserved before this was kept it is 0: that can be taken back after its bill.
  reserved bigint not null default 0 check (reserved >= 0),
  -- The number of friends that it is for, and when it was taken back because a friend ceased to count. Null of other sources.
  milestone integer,
  milestone_lost_at timestamptz,
  -- The payment of a friend that it is a share of, with a number where a share was given again, and how much of what was taken from
  -- it was taken back because the payment was. Null and 0 of other sources.
  payment_key text collate "C",
  taken_back bigint not null default 0 check (taken_back >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, referral_id, source),
  constraint reward_is_possible check (app.is_possible_reward(
    source, referral_id, type, amount, months, redeemed, user_id, milestone
  ))
);
create index reward_by_account on app.reward (tenant_id, account_id, id);
-- Few accounts have queued percentages.
create index reward_queued on app.reward (tenant_id, account_id) where unit = '% QUEUE';
-- Most rewards have no request: their keys need no place in an index.
create unique index reward_request on app.reward (tenant_id, request_key)
  where request_key is not null;
-- A person reaches a milestone once, and has it in no other index.
create unique index reward_milestone on app.reward (tenant_id, user_id, milestone)
  where milestone is not null;
-- The share of a payment is given once.
create unique index reward_payment on app.reward (tenant_id, payment_key)
  where payment_key is not null;
-- What is left of shares.
create index reward_unspent_share on app.reward (tenant_id, account_id)
  where source = 'FRIEND_PAYMENT' and cancelled_at is null and redeemed < amount;
-- An account's credits in the order in which they are redeemed: no coalesce, which PostgreSQL does not look for in an index under
-- row-level security.
create index reward_unspent_credit on app.reward (
    tenant_id, account_id, unit, (case when expires_at is null then 'infinity' else expires_at end), created_at, id
  )
  where type in ('CREDIT', 'TIME_CREDIT') and cancelled_at is null and redeemed < amount;
-- Rewards that are not used up, by their end.
create index reward_expiring on app.reward (tenant_id, expires_at, id)
  where expires_at is not null and cancelled_at is null and redeemed < amount;
-- Rewards by their expiry, for the list that is sorted by it.
create index reward_by_expiry on app.reward (tenant_id, expires_at, id)
  where expires_at is not null;
select app.distribute('app.reward', 'tenant');
create policy tenant_only on app.reward
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.reward enable row level security;
grant select, insert, update on app.reward to goodword_service;

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
  unique (tenant_id, source)
);
create index entry_by_account on app.entry (tenant_id, account_id, effective_at)
  include (reward_source, reward_type, unit, amount);
select app.distribute('app.entry', 'tenant');
create policy tenant_only on app.entry
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.entry enable row level security;
grant select, insert on app.entry to goodword_service;

-- What an account's ledger came to at a moment that lies some time back, by source, type and unit. A balance is then the
-- closing and the entries after it, however many entries there are. All rows of an account are of one moment.
create table app.closing_balance (
  tenant_id text collate "C" not null,
  account_id uuid not null,
  reward_source text not null,
  reward_type text not null,
  unit text not null,
  amount bigint not null,
  until timestamptz not null,
  primary key (tenant_id, account_id, reward_source, reward_type, unit)
);
select app.distribute('app.closing_balance', 'tenant');
create policy tenant_only on app.closing_balance
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.closing_balance enable row level security;
grant select, insert, update on app.closing_balance to goodword_service;

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
  unique (tenant_id, request_key)
);
create index redemption_by_account on app.redemption (tenant_id, account_id)
  include (unit, amount);
select app.distribute('app.redemption', 'tenant');
create policy tenant_only on app.redemption
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.redemption enable row level security;
grant select, insert on app.redemption to goodword_service;
-- What stays append-only keeps its amounts, states and times: only the columns that can name a person change, by an erasure.
grant update (request_key) on app.redemption to goodword_service;

-- The payments of friends that referrers can get a share of, each once by its reference, whether the payment
-- processor or the merchant's server says it first. The reference is kept as a hash: it may be any text of the merchant's. What the
-- processor shows counts before what was reported.
create table app.friend_payment (
  tenant_id text collate "C" not null,
  id uuid not null,
  account_id uuid not null,
  reference_hash text collate "C" not null,
  is_reported boolean not null,
  paid_at timestamptz not null,
  currency text collate "C" not null,
  -- For the subscription, without tax; and what the processor shows as given back of it.
  paid_minor bigint not null check (paid_minor >= 0),
  refunded_minor bigint not null check (refunded_minor >= 0),
  is_reversed boolean not null,
  -- How long the period is that it pays for: so many months, or days. Null for a part of one, and where that is not known.
  period_months integer,
  period_days integer,
  -- What was made of it: the referral that it was shared by, the credit that was given, what of it was taken back or had
  -- expired by then, what is still to be taken back, and when its credit was cancelled with the referrer's side.
  referral_id uuid,
  referrer_account_id uuid,
  given_minor bigint not null check (given_minor >= 0),
  taken_minor bigint not null check (taken_minor >= 0),
  debt_minor bigint not null check (debt_minor >= 0),
  expired_minor bigint not null check (expired_minor >= 0),
  denied_at timestamptz,
  seen_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, reference_hash)
);
create index friend_payment_account on app.friend_payment (tenant_id, account_id);
create index friend_payment_shared on app.friend_payment (tenant_id, referrer_account_id)
  where given_minor > 0;
-- Few shares are spent before their payment is given back.
create index friend_payment_owed on app.friend_payment (tenant_id, referrer_account_id)
  where debt_minor > 0;
select app.distribute('app.friend_payment', 'tenant');
create policy tenant_only on app.friend_payment
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.friend_payment enable row level security;
grant select, insert, update on app.friend_payment to goodword_service;

-- What the merchant's server reported about payments of an account, each once by its reference, which is kept as a hash: it may
-- be any text of the merchant's.
create table app.payment_reversal (
  tenant_id text collate "C" not null,
  account_id uuid not null,
  kind text not null check (kind in ('VOID', 'REFUND', 'DISPUTE', 'DISPUTE_WON')),
  reference_hash text collate "C" not null,
  -- Null for the whole payment.
  amount_minor bigint check (amount_minor >= 0),
  currency text collate "C",
  happened_at timestamptz not null,
  effect text not null check (effect in ('HELD', 'APPROVED', 'NONE')),
  reported_at timestamptz not null,
  -- The reference of the payment, as a hash; null for the first one.
  payment_hash text collate "C",
  primary key (tenant_id, account_id, kind, reference_hash)
);
select app.distribute('app.payment_reversal', 'tenant');
create policy tenant_only on app.payment_reversal
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.payment_reversal enable row level security;
grant select, insert, delete on app.payment_reversal to goodword_service;
