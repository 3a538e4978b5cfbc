-- How much of the tenant's room for files an upload takes: what it announced, or the most that a file can have.
alter table app.import_upload add column byte_count bigint not null default 0;
