-- When the person first proved that the e-mail address is theirs. Until then another person may have opened the account with
-- the address: it can join no second merchant, and the first proof ends all its credentials.
alter table app.staff add column address_proven_at timestamptz;
