import type { Database } from '../driver/database.ts'
import { statement } from '../driver/statement.ts'

/** The rights of a session's role beside its grants on our tables. */
export type ServiceRole = {
  readonly name: string
  readonly isSuperuser: boolean
  readonly isPastRowSecurity: boolean
  readonly mayCreateRoles: boolean
  readonly mayCreateDatabases: boolean
  readonly mayReplicate: boolean
  /** Roles that it is a member of. */
  readonly memberOf: readonly string[]
  /** Some of its own objects in this database: databases, schemas, tables, functions. */
  readonly owns: readonly string[]
  readonly mayCreateSchemas: boolean
  readonly mayCreateTemporaryTables: boolean
  /** Schemas that it can create tables in. */
  readonly mayCreateIn: readonly string[]
  /** Whether the database is distributed by Citus. */
  readonly isDistributed: boolean
}

/** Reads it of the role that the database is open as. */
export async function readServiceRole(db: Database): Promise<ServiceRole> {
  const [row] = await db.query<ServiceRole>(role, [])
  if (row === undefined) throw new Error('the role of the session was not found in pg_roles')
  return row
}

const role = statement(
  'service_role.read',
  `
select r.rolname as "name",
  r.rolsuper as "isSuperuser",
  r.rolbypassrls as "isPastRowSecurity",
  r.rolcreaterole as "mayCreateRoles",
  r.rolcreatedb as "mayCreateDatabases",
  r.rolreplication as "mayReplicate",
  array(
    select g.rolname::text
    from pg_auth_members m
    join pg_roles g on g.oid = m.roleid
    where m.member = r.oid
    order by 1
  ) as "memberOf",
  array(
    select 'database ' || d.datname from pg_database d where d.datdba = r.oid
    union all
    select 'schema ' || n.nspname from pg_namespace n where n.nspowner = r.oid
    union all
    select n.nspname || '.' || c.relname
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relowner = r.oid
    union all
    select n.nspname || '.' || p.proname
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where p.proowner = r.oid
    limit 3
  ) as "owns",
  has_database_privilege(r.oid, current_database(), 'create') as "mayCreateSchemas",
  has_database_privilege(r.oid, current_database(), 'temporary') as "mayCreateTemporaryTables",
  array(
    select n.nspname::text
    from pg_namespace n
    where has_schema_privilege(r.oid, n.oid, 'create')
      and not starts_with(n.nspname, 'pg_temp_')
      and not starts_with(n.nspname, 'pg_toast_temp_')
    order by 1
  ) as "mayCreateIn",
  exists (select from pg_extension e where e.extname = 'citus') as "isDistributed"
from pg_roles r
where r.rolname = session_user`,
)

const schemaOwner = statement(
  'service_role.schema_owner',
  `
select pg_has_role(n.nspowner, 'usage') as "isOwner"
from pg_namespace n
where n.nspname = 'app'`,
)

/** Whether the schema exists and belongs to another user, so that this one neither migrates nor grants rights. */
export async function isSchemaOfAnother(db: Database): Promise<boolean> {
  const [row] = await db.query<{ isOwner: boolean }>(schemaOwner, [])
  return row !== undefined && !row.isOwner
}
