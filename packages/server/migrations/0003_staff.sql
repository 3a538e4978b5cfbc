-- Staff of merchants, who sign in to the portal. The tables of the authentication library come first: staff (its user), their
-- sessions, credentials (its account), verifications and second factors. Merchants, memberships and invitations are ours.

create table app.staff (
  id uuid primary key,
  name text not null,
  -- In lower case, as it is compared.
  email text collate "C" not null unique,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean default false,
  -- Of the demo merchant: it does not count as the first owner of an installation.
  is_demo boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the person first proved that the e-mail address is theirs. Until then another person may have opened the account with
  -- the address: it can join no second merchant, and the first proof ends all its credentials.
  address_proven_at timestamptz
);
select app.distribute('app.staff', 'reference');
grant select, insert, update, delete on app.staff to goodword_service;

-- A cookie holds the token with a signature, whose key is not in the database.
create table app.staff_session (
  id uuid primary key,
  staff_id uuid not null references app.staff (id) on delete cascade,
  token text collate "C" not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index staff_session_staff on app.staff_session (staff_id);
select app.distribute('app.staff_session', 'reference');
grant select, insert, update, delete on app.staff_session to goodword_service;

-- A password (`credential`), as argon2id hash, or the subject at an OpenID provider.
create table app.staff_credential (
  id uuid primary key,
  staff_id uuid not null references app.staff (id) on delete cascade,
  provider text collate "C" not null,
  subject text collate "C" not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, subject)
);
create index staff_credential_staff on app.staff_credential (staff_id);
select app.distribute('app.staff_credential', 'reference');
grant select, insert, update, delete on app.staff_credential to goodword_service;

-- Steps of a sign-in that is not complete: a second factor, a passkey, single sign-on.
create table app.staff_verification (
  id uuid primary key,
  identifier text collate "C" not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index staff_verification_identifier on app.staff_verification (identifier);
create index staff_verification_expires on app.staff_verification (expires_at);
select app.distribute('app.staff_verification', 'reference');
grant select, insert, update, delete on app.staff_verification to goodword_service;

-- The secret of the codes and the recovery codes, both encrypted.
create table app.staff_two_factor (
  id uuid primary key,
  staff_id uuid not null references app.staff (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean,
  failed_verification_count int4 default 0,
  locked_until timestamptz
);
create index staff_two_factor_staff on app.staff_two_factor (staff_id);
select app.distribute('app.staff_two_factor', 'reference');
grant select, insert, update, delete on app.staff_two_factor to goodword_service;

-- Codes of authenticator apps that were used in the last minutes, as hashes: a code is valid for a while, and is accepted once.
create table app.staff_used_code (
  staff_id uuid not null references app.staff (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz not null,
  primary key (staff_id, code_hash)
);
select app.distribute('app.staff_used_code', 'reference');
grant select, insert, delete on app.staff_used_code to goodword_service;

create table app.staff_passkey (
  id uuid primary key,
  staff_id uuid not null references app.staff (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text collate "C" not null unique,
  counter int8 not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz
);
create index staff_passkey_staff on app.staff_passkey (staff_id);
select app.distribute('app.staff_passkey', 'reference');
grant select, insert, update, delete on app.staff_passkey to goodword_service;

-- Assistants that a person lets use a program in their place: a grant begins with a code, which is exchanged for tokens once. All of
-- these are kept as hashes (SHA-256).
create table app.staff_assistant (
  id uuid primary key,
  staff_id uuid not null references app.staff (id) on delete cascade,
  tenant_id text collate "C" not null,
  -- The address of the client's metadata document, or an ID that this service signed.
  client_id text collate "C" not null,
  client_name text not null,
  may_write boolean not null,
  redirect_uri text collate "C" not null,
  code_hash bytea not null unique,
  code_challenge text collate "C" not null,
  -- Null until the code is exchanged.
  access_hash bytea unique,
  access_expires_at timestamptz,
  refresh_hash bytea unique,
  -- The refresh token before: who sends it again has stolen it, or was robbed.
  used_refresh_hash bytea unique,
  created_at timestamptz not null,
  -- When the code ends, or the refresh token.
  expires_at timestamptz not null
);
create index staff_assistant_staff on app.staff_assistant (staff_id);
create index staff_assistant_expires on app.staff_assistant (expires_at);
select app.distribute('app.staff_assistant', 'reference');
grant select, insert, update, delete on app.staff_assistant to goodword_service;

-- What assistants want to change, until a person has decided and a day after. It is carried out as it is stored here.
create table app.staff_assistant_write (
  id uuid primary key,
  assistant_id uuid not null references app.staff_assistant (id) on delete cascade,
  tool text collate "C" not null,
  input jsonb not null,
  state text collate "C" not null check (state in ('WAITING', 'CONFIRMED', 'DONE', 'REFUSED', 'FAILED')),
  -- Why the API refused what was confirmed.
  error_code text collate "C",
  created_at timestamptz not null,
  -- Null until a person has decided.
  decided_at timestamptz,
  expires_at timestamptz not null
);
create index staff_assistant_write_assistant on app.staff_assistant_write (assistant_id);
create index staff_assistant_write_expires on app.staff_assistant_write (expires_at);
select app.distribute('app.staff_assistant_write', 'reference');
grant select, insert, update, delete on app.staff_assistant_write to goodword_service;

create table app.membership (
  staff_id uuid not null references app.staff (id) on delete cascade,
  merchant_id uuid not null references app.merchant (id),
  role text collate "C" not null check (role in ('owner', 'admin', 'reviewer', 'analyst')),
  created_at timestamptz not null,
  primary key (staff_id, merchant_id)
);
create index membership_merchant on app.membership (merchant_id, staff_id);
select app.distribute('app.membership', 'reference');
grant select, insert, update, delete on app.membership to goodword_service;

create table app.staff_invitation (
  id uuid primary key,
  merchant_id uuid not null references app.merchant (id),
  email text collate "C" not null,
  role text collate "C" not null check (role in ('owner', 'admin', 'reviewer', 'analyst')),
  -- SHA-256 of the token in its link.
  token_hash bytea not null unique,
  -- Who of staff or which operator invited, in words.
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Whether the link of the invitation reached its address alone, so that its use proves who has the address: it was sent by
  -- e-mail and not shown, or the operator made it.
  proves_address boolean not null default false,
  unique (merchant_id, email)
);
select app.distribute('app.staff_invitation', 'reference');
grant select, insert, update, delete on app.staff_invitation to goodword_service;

-- One-time links: the row goes when the link is used.
create table app.staff_link (
  -- SHA-256 of the token in the link.
  token_hash bytea primary key,
  purpose text collate "C" not null check (purpose in ('WELCOME', 'ENTER', 'RESET')),
  -- The person that it signs in, or whose password it sets; null for the first owner, who does not exist yet.
  staff_id uuid references app.staff (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((purpose = 'WELCOME') = (staff_id is null))
);
create index staff_link_staff on app.staff_link (staff_id);
create index staff_link_purpose on app.staff_link (purpose);
select app.distribute('app.staff_link', 'reference');
grant select, insert, update, delete on app.staff_link to goodword_service;

-- E-mails of the portal: kept to be shown where no mail server is set. Their texts hold links, so they are encrypted.
create table app.staff_mail (
  id uuid primary key,
  merchant_id uuid not null references app.merchant (id),
  recipient text not null,
  subject text not null,
  text_box bytea not null,
  state text collate "C" not null check (state in ('KEPT', 'SENT', 'FAILED')),
  created_at timestamptz not null
);
create index staff_mail_merchant on app.staff_mail (merchant_id, id);
select app.distribute('app.staff_mail', 'reference');
grant select, insert, update, delete on app.staff_mail to goodword_service;

-- How many more e-mails a recipient or a merchant's staff may be sent, as the time from which on all of an allowance is there
-- again, in milliseconds since the epoch: Citus adds no interval to a timestamptz here. A row that is past says nothing.
create table app.letter_allowance (
  -- A keyed hash of whose it is.
  subject text collate "C" primary key,
  full_at_ms bigint not null
);
create index letter_allowance_full on app.letter_allowance (full_at_ms);
select app.distribute('app.letter_allowance', 'reference');
grant select, insert, update, delete on app.letter_allowance to goodword_service;
