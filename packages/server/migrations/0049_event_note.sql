-- Why a person did what the event is about, in their words, and who they were: `staff <id> <e-mail>` or `key <name>`.
alter table app.event
  add column note text,
  add column author text;
grant update (note) on app.event to goodword_service;
