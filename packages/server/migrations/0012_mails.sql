-- E-mails to participants. A row has ids only: subject, texts and addresses are read when an e-mail is sent or shown.
create table app.mail (
  tenant_id text collate "C" not null,
  id uuid not null,
  kind text collate "C" not null check (
    kind in ('FRIEND_JOINED', 'REWARD_EARNED', 'REWARD_EXPIRING', 'DISCOUNT_ENDING', 'SHARE_REMINDER')
  ),
  -- The referral, the reward, the person or the account that it is about: there is one e-mail of each kind about it, and of
  -- those that tell of an end one for each end.
  subject uuid not null,
  ends_at timestamptz,
  account_id uuid not null,
  -- The recipient; null until one is chosen among the users of the account.
  participant_id uuid,
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
  check ((finished_at is null) = (state in ('WAITING', 'SENDING')))
);
create index mail_due on app.mail (tenant_id, due_at, id)
  where finished_at is null;
create index mail_age on app.mail (tenant_id, finished_at)
  where finished_at is not null;
create index mail_by_account on app.mail (tenant_id, account_id, id);
create index mail_by_participant on app.mail (tenant_id, participant_id, id)
  where participant_id is not null;
create index mail_sent_to on app.mail (tenant_id, participant_id, finished_at)
  where state = 'SENT';
create index mail_by_state on app.mail (tenant_id, state, id);
select app.distribute('app.mail', 'tenant');
create policy tenant_only on app.mail
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.mail enable row level security;
grant select, insert, update, delete on app.mail to goodword_service;

-- With which addresses are recognized that unsubscribed, and unsubscribe links. It is not encrypted with the secret key of
-- the service: losing that key must not subscribe anyone again.
create table app.mail_key (
  tenant_id text collate "C" not null primary key,
  key bytea not null,
  created_at timestamptz not null
);
select app.distribute('app.mail_key', 'tenant');
create policy tenant_only on app.mail_key
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.mail_key enable row level security;
grant select, insert on app.mail_key to goodword_service;

-- Addresses that unsubscribed, as keyed hashes of their normalized form. They outlive the users.
create table app.mail_unsubscribe (
  tenant_id text collate "C" not null,
  address_hash bytea not null,
  created_at timestamptz not null,
  primary key (tenant_id, address_hash)
);
select app.distribute('app.mail_unsubscribe', 'tenant');
create policy tenant_only on app.mail_unsubscribe
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
alter table app.mail_unsubscribe enable row level security;
grant select, insert, delete on app.mail_unsubscribe to goodword_service;

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

-- The next tenants with e-mails that are older than they are kept, in the order of their names, disabled ones included. E-mails
-- are finished by the tenant's clock.
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
      and exists (
        select 1
        from app.mail x
        where x.tenant_id = p.tenant_id
          and x.finished_at <= until + coalesce(c.ahead_ms, 0) * interval '1 millisecond'
      )
    order by p.tenant_id
    limit most;
end
$$;

revoke execute on function app.tenants_with_old_mails from public;
grant execute on function app.tenants_with_old_mails to goodword_service;
