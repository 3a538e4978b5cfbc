-- When and why the merchant's staff or server blocked an account. The reason is null after an erasure.
alter table app.account
  add column blocked_at timestamptz,
  add column blocked_reason text;
