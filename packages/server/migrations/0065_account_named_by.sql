-- Whether only unsigned browser calls, which anyone can send, reported the first payment: null for rows from before. And whether
-- the merchant's server has named a user of the account.
alter table app.account
  add column paid_on_page boolean,
  add column has_confirmed_users boolean not null default false;
