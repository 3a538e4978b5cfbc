-- Only an unsigned call said the e-mail address, of an account that existed already; null for rows from before.
alter table app.participant add column email_claimed boolean;
