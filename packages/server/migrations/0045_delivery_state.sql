-- Deliveries to a receiver in one state: of the few that failed among the many that succeeded, or the other way round.
drop index concurrently if exists app.webhook_delivery_state;
create index concurrently webhook_delivery_state on app.webhook_delivery (tenant_id, receiver_id, state, id);
