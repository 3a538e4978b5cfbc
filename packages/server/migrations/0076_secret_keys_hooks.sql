-- The mark of the secret key that the notification URL follows from which the payment processor calls, as far as is known. Null
-- for a connection that no rotation has met: its URL follows from the present key.
alter table app.processor_connection add column hook_mark text collate "C";
