-- Balances can be exported: what accounts have that is not spent.
alter table app.export drop constraint export_kind_check;
alter table app.export
  add constraint export_kind_check check (kind in ('users', 'referrals', 'rewards', 'balances', 'events', 'clicks')) not valid;
