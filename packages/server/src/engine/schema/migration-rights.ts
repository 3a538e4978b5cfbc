import type { Database } from '../driver/database.ts'
import { statement } from '../driver/statement.ts'

/** A right that a user lacks for migrations, and the statement by which an administrator grants it. */
export type MissingRight = { readonly what: string; readonly remedy: string }

const missing = statement(
  'migration_rights.missing',
  `
select 'it may not create schemas in the database' as "what",
  format('grant create on database %I to %I', current_database(), current_user) as "remedy"
where not has_database_privilege(current_database(), 'create')
  and (select count(*) from pg_namespace n where n.nspname in ('app', 'migration')) < 2

union all
select format('it does not own the schema %s', n.nspname),
  format('alter schema %I owner to %I', n.nspname, current_user)
from pg_namespace n
where n.nspname in ('app', 'migration')
  and not pg_has_role(n.nspowner, 'usage')

union all
select format('it does not own %s.%s', n.nspname, c.relname),
  format('reassign owned by %I to %I', pg_get_userbyid(c.relowner), current_user)
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('app', 'migration')
  and c.relkind in ('r', 'p')
  and not pg_has_role(c.relowner, 'usage')

union all
select 'it may not create the role goodword_service',
  'create role goodword_service nologin'
where not exists (select from pg_roles r where r.rolname = 'goodword_service')
  and not exists (select from pg_roles r where r.rolname = current_user and (r.rolcreaterole or r.rolsuper))
limit 3`,
)

/** The first few; none for the owner of the schema, and for a user who can create it. */
export function missingMigrationRights(db: Database): Promise<readonly MissingRight[]> {
  return db.query<MissingRight>(missing, [])
}
