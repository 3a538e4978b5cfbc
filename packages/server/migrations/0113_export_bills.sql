-- Bills can be exported, with the discounts that they had and should have had.
alter table app.export drop constraint export_kind_check;
alter table app.export
  add constraint export_kind_check
  check (kind in ('users', 'referrals', 'rewards', 'balances', 'bills', 'events', 'clicks')) not valid;
