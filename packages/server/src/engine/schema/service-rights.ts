import type { Database } from '../driver/database.ts'
import { statement } from '../driver/statement.ts'

/**
 * The statements that give a login role exactly the rights of `goodword_service`, and revoke from all roles what lets a
 * session make tables of its own: a temporary table would hide ours from the next transaction of its connection. What
 * the present user may not change is left out.
 */
export async function missingRights(db: Pick<Database, 'query'>, login: string): Promise<readonly string[]> {
  const rows = await db.query<{ statement: string }>(rights, [login])
  return rows.map((it) => it.statement)
}

const rights = statement(
  'service_rights.missing',
  `
with granted as (
  select a.grantee, a.privilege_type as privilege, format('schema %I', n.nspname) as object
  from pg_namespace n
  cross join aclexplode(n.nspacl) a
  where n.nspname in ('app', 'migration')

  union all
  select a.grantee, a.privilege_type, format('table %I.%I', n.nspname, c.relname)
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  cross join aclexplode(c.relacl) a
  where n.nspname in ('app', 'migration')

  union all
  select a.grantee, format('%s (%I)', a.privilege_type, t.attname), format('table %I.%I', n.nspname, c.relname)
  from pg_attribute t
  join pg_class c on c.oid = t.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  cross join aclexplode(t.attacl) a
  where n.nspname in ('app', 'migration')

  union all
  select a.grantee, a.privilege_type,
    format('routine %I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid))
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  cross join aclexplode(p.proacl) a
  where n.nspname in ('app', 'migration')
), due as (
  select g.privilege, g.object
  from granted g
  join pg_roles r on r.oid = g.grantee
  where r.rolname = 'goodword_service'
), held as (
  select g.privilege, g.object
  from granted g
  join pg_roles r on r.oid = g.grantee
  where r.rolname = $1
), changes as (
  select format('grant %s on %s to %I', d.privilege, d.object, $1) as statement
  from (select * from due except select * from held) d

  union all
  select format('revoke %s on %s from %I', h.privilege, h.object, $1)
  from (select * from held except select * from due) h

  union all
  select format('revoke %s on database %I from public', a.privilege_type, d.datname)
  from pg_database d
  cross join aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
  where d.datname = current_database()
    and a.grantee = 0
    and a.privilege_type in ('CREATE', 'TEMPORARY')
    and pg_has_role(d.datdba, 'usage')

  union all
  select format('revoke create on schema %I from public', n.nspname)
  from pg_namespace n
  cross join aclexplode(n.nspacl) a
  where a.grantee = 0
    and a.privilege_type = 'CREATE'
    and pg_has_role(n.nspowner, 'usage')
)
select c.statement
from changes c
order by c.statement`,
)
