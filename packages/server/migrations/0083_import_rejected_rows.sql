-- Imports that keep rejected rows, for their size and for erasures.
drop index concurrently if exists app.import_rejected_rows;
create index concurrently import_rejected_rows on app.import (tenant_id, id) where kept_rejected_bytes > 0;
