-- The merchant's server, a signed call or the payment processor reported the e-mail address; null for rows from before.
alter table app.participant add column email_trusted boolean;
