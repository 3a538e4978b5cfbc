-- Codes of authenticator apps that were used in the last minutes, as hashes: a code is valid for a while, and is accepted once.
create table app.staff_used_code (
  staff_id uuid not null references app.staff (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz not null,
  primary key (staff_id, code_hash)
);
select app.distribute('app.staff_used_code', 'reference');
grant select, insert, delete on app.staff_used_code to goodword_service;
