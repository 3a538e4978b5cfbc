-- The rejected rows of an import, as a file to be downloaded: how many it has, and its bytes. Its parts are in export_part,
-- under the ID of the import. Null in imports of earlier releases, which kept none.
alter table app.import
  add column kept_rejected_count integer,
  add column kept_rejected_bytes bigint,
  -- When the file began to arrive, by the tenant's clock: rows are not kept once a person was erased since then.
  add column upload_began_at timestamptz;
