-- goodword_service is no role to work as any more: it holds the rights that migrations grant, and the start gives the same
-- rights to the role that the service logs in as, which is a member of no role. That role reads which migrations ran, so
-- that a process without the owner's address knows whether the schema is that of its release.
grant usage on schema migration to goodword_service;
grant select on migration.kysely_migration to goodword_service;
