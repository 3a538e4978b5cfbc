-- E-mails to users. A row has ids only: subject, texts and addresses are read when an e-mail is sent or shown.
create table app.mail (
  tenant_id text collate "C" not null,
  id uuid not null,
  kind text collate "C" not null check (
    kind in (
      'FRIEND_JOINED', 'REWARD_EARNED', 'REWARD_EXPIRING', 'DISCOUNT_ENDING', 'SHARE_REMINDER',
      'REFERRAL_CHECKED', 'INVITATION', 'PAGE_SIGN_IN'
    )
  ),
  -- The referral, reward, person, account, invitation or link to the hosted page that it is about: there is one e-mail of each kind
  -- about it, and of those that tell of an end one for each end.
  subject uuid not null,
  ends_at timestamptz,
  -- Null for a link to the hosted page of an address that no user has.
  account_id uuid,
  -- The recipient; null until one is chosen among the users of the account, and of an invitation, whose account is the sender's.
  user_id uuid,
  referral_id uuid,
  reward_id uuid,
  state text collate "C" not null check (state in ('WAITING', 'SENDING', 'SENT', 'KEPT', 'SKIPPED', 'FAILED')),
  reason text collate "C",
  -- The last reply of the mail server.
  reply_code integer,
  attempts integer not null check (attempts >= 0),
  due_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, kind, subject, ends_at),
  check ((finished_at is null) = (state in ('WAITING', 'SENDING'))),
  check (account_id is not null or kind = 'PAGE_SIGN_IN')
);
create index mail_due on app.mail (tenant_id, due_at, id)
  where finished_at is null;
create index mail_age on app.mail (tenant_id, finished_at)
  where finished_at is not null;
create index mail_by_account on app.mail (tenant_id, account_id, id);
create index mail_by_user on app.mail (tenant_id, user_id, id)
  where user_id is not null;
create index mail_sent_to on app.mail (tenant_id, user_id, finished_at)
  where state = 'SENT';
create index mail_by_state on app.mail (tenant_id, state, id);
select app.distribute('app.mail', 'tenant');
create policy tenant_only on app.mail
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.mail enable row level security;
grant select, insert, update, delete on app.mail to goodword_service;

-- Addresses that unsubscribed, as hashes of their normalized form under a key that follows from the secret key. They outlive
-- the users.
create table app.mail_unsubscribe (
  tenant_id text collate "C" not null,
  address_hash bytea not null,
  -- From what: one kind, all e-mails to users, or invitations, which is for ever.
  kind text collate "C" not null check (
    kind in (
      'ALL', 'FRIEND_JOINED', 'REWARD_EARNED', 'REWARD_EXPIRING', 'DISCOUNT_ENDING', 'SHARE_REMINDER',
      'REFERRAL_CHECKED', 'INVITATION'
    )
  ),
  created_at timestamptz not null,
  primary key (tenant_id, address_hash, kind)
);
select app.distribute('app.mail_unsubscribe', 'tenant');
create policy tenant_only on app.mail_unsubscribe
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.mail_unsubscribe enable row level security;
grant select, insert, delete on app.mail_unsubscribe to goodword_service;

-- Invitations of friends by e-mail. Whether one is sent is decided when it is due, so that a row says nothing about the friend.
create table app.invitation (
  tenant_id text collate "C" not null,
  id uuid not null,
  account_id uuid not null,
  user_id uuid not null,
  -- The address, for 30 days, and a keyed hash of it.
  address text,
  address_hash bytea not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, user_id, address_hash)
);
create index invitation_by_user on app.invitation (tenant_id, user_id, created_at, id);
create index invitation_with_address on app.invitation (tenant_id, created_at)
  where address is not null;
create index invitation_by_address on app.invitation (tenant_id, address_hash)
  where address is not null;
select app.distribute('app.invitation', 'tenant');
create policy tenant_only on app.invitation
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.invitation enable row level security;
grant select, insert, update, delete on app.invitation to goodword_service;

-- When an address was last invited to the program, and by which invitation. It outlives the invitation and its sender.
create table app.invited_address (
  tenant_id text collate "C" not null,
  address_hash bytea not null,
  invitation_id uuid not null,
  invited_at timestamptz not null,
  primary key (tenant_id, address_hash)
);
select app.distribute('app.invited_address', 'tenant');
create policy tenant_only on app.invited_address
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.invited_address enable row level security;
grant select, insert, update on app.invited_address to goodword_service;

-- Up to which expiry the owners of rewards were notified.
create table app.mail_sweep (
  tenant_id text collate "C" not null primary key,
  expiring_until timestamptz not null
);
select app.distribute('app.mail_sweep', 'tenant');
create policy tenant_only on app.mail_sweep
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.mail_sweep enable row level security;
grant select, insert, update on app.mail_sweep to goodword_service;

-- Links to the hosted page, which are sent on request. A row goes when its link is used, and soon after it has expired. All times
-- are of the machine's clock.
create table app.page_link (
  tenant_id text collate "C" not null,
  id uuid not null,
  -- In lower case. Whether anybody is known by it is looked up when the e-mail is made.
  address text collate "C" not null,
  language text collate "C" not null,
  -- The SHA-256 of the token in the link; null until the e-mail is made.
  token_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index page_link_token on app.page_link (tenant_id, token_hash)
  where token_hash is not null;
-- A request that is repeated before its e-mail is made has no further effect.
create unique index page_link_waiting on app.page_link (tenant_id, address)
  where token_hash is null;
create index page_link_address on app.page_link (tenant_id, address);
create index page_link_expiry on app.page_link (tenant_id, expires_at);
select app.distribute('app.page_link', 'tenant');
create policy tenant_only on app.page_link
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.page_link enable row level security;
grant select, insert, update, delete on app.page_link to goodword_service;

-- People who are signed in on the hosted page, each in one browser. A cookie holds the token.
create table app.page_session (
  tenant_id text collate "C" not null,
  token_hash bytea not null,
  user_id uuid not null,
  -- A keyed hash of the address that was proved: the session ends when the user gets another one.
  address_hash text collate "C" not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash)
);
create index page_session_user on app.page_session (tenant_id, user_id);
create index page_session_expiry on app.page_session (tenant_id, expires_at);
select app.distribute('app.page_session', 'tenant');
create policy tenant_only on app.page_session
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.page_session enable row level security;
grant select, insert, update, delete on app.page_session to goodword_service;

-- The next tenants with e-mails that are older than they are kept, or addresses of friends that are, in the order of their names,
-- disabled ones included. E-mails are finished, and friends are invited, by the tenant's clock.
create function app.tenants_with_old_mails(until timestamptz, after text, most integer) returns setof text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select p.tenant_id
    from app.program p
    left join app.test_clock c on c.tenant_id = p.tenant_id
    where p.tenant_id > after
      and (
        exists (
          select 1
          from app.mail x
          where x.tenant_id = p.tenant_id
            and x.finished_at <= until + coalesce(c.ahead_ms, 0) * interval '1 millisecond'
        )
        or exists (
          select 1
          from app.invitation x
          where x.tenant_id = p.tenant_id
            and x.address is not null
            and x.created_at <= until + coalesce(c.ahead_ms, 0) * interval '1 millisecond'
        )
      )
    order by p.tenant_id
    limit most;
end
$$;

revoke execute on function app.tenants_with_old_mails from public;
grant execute on function app.tenants_with_old_mails to goodword_service;
