-- Notifications of one kind, and those that are not processed, newest first.
drop index concurrently if exists app.processor_notification_by_kind;
create index concurrently processor_notification_by_kind on app.processor_notification (tenant_id, kind, id);
drop index concurrently if exists app.processor_notification_unprocessed;
create index concurrently processor_notification_unprocessed on app.processor_notification (tenant_id, id)
  where outcome is null;
