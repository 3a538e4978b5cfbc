-- Whether the server, a signed call or a confirmed conversion has named the user; null for rows from before.
alter table app.participant add column confirmed boolean;
