-- Whether the link of the invitation reached its address alone, so that its use proves who has the address: it was sent by e-mail and
-- not shown, or the operator made it.
alter table app.staff_invitation add column proves_address boolean not null default false;
