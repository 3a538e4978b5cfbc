-- What a discount at the payment processor was and is, in minor units; null for events about anything else.
alter table app.event add column before_minor bigint;
alter table app.event add column after_minor bigint;
alter table app.event add column currency text collate "C";
