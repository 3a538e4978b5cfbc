-- How a file is to be read, and which of its columns are not imported.
alter table app.import
  -- The pattern of its dates; null for milliseconds and ISO 8601.
  add column date_format text collate "C",
  -- What separates the fields of a CSV file, from its first line; null for a comma, and for NDJSON.
  add column separator text collate "C",
  -- The columns with a value that this release does not know; a list of names.
  add column ignored_columns jsonb;
