-- The order of the chain, and the filters of the list.
drop index concurrently if exists app.audit_entry_sequence;
create unique index concurrently audit_entry_sequence on app.audit_entry (tenant_id, sequence);
drop index concurrently if exists app.audit_entry_actor;
create index concurrently audit_entry_actor on app.audit_entry (tenant_id, actor, id);
drop index concurrently if exists app.audit_entry_action;
create index concurrently audit_entry_action on app.audit_entry (tenant_id, action, id);
drop index concurrently if exists app.audit_entry_subject;
create index concurrently audit_entry_subject on app.audit_entry (tenant_id, subject, id);
