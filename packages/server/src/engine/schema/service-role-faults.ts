import pg from 'pg'
import type { ServiceRole } from './service-role.ts'

/** A right that the service's role must not have, with the statement that revokes it. */
export type RoleFault = {
  readonly what: string
  readonly remedy: string
  /** An injected statement could else read every tenant, or run programs: no start. */
  readonly isFatal: boolean
}

export function serviceRoleFaults(role: ServiceRole): readonly RoleFault[] {
  const name = pg.escapeIdentifier(role.name)
  const flags: readonly (readonly [boolean, string, string])[] = [
    [role.isSuperuser, 'is a superuser', 'nosuperuser'],
    [role.isPastRowSecurity, 'bypasses row-level security', 'nobypassrls'],
    [role.mayCreateRoles, 'can create roles', 'nocreaterole'],
    [role.mayCreateDatabases, 'can create databases', 'nocreatedb'],
    [role.mayReplicate, 'can replicate', 'noreplication'],
  ]
  return [
    ...flags
      .filter(([holds]) => holds)
      .map(([, what, option]) => ({ what, remedy: `alter role ${name} ${option}`, isFatal: true })),
    ...role.memberOf.map((group) => ({
      what: `is a member of ${group}`,
      remedy: `revoke ${pg.escapeIdentifier(group)} from ${name}`,
      isFatal: true,
    })),
    ...(role.owns.length === 0
      ? []
      : [
          {
            what: `owns ${role.owns.join(', ')}`,
            remedy: `reassign owned by ${name} to another role`,
            isFatal: true,
          },
        ]),
    ...(role.mayCreateSchemas
      ? [
          {
            what: 'can create schemas',
            remedy: `revoke create on database … from public, ${name}`,
            isFatal: false,
          },
        ]
      : []),
    ...(role.mayCreateTemporaryTables
      ? [
          {
            what: 'can create temporary tables',
            remedy: `revoke temporary on database … from public, ${name}`,
            isFatal: false,
          },
        ]
      : []),
    ...role.mayCreateIn.map((schema) => ({
      what: `can create tables in the schema ${schema}`,
      remedy: `revoke create on schema ${pg.escapeIdentifier(schema)} from public, ${name}`,
      isFatal: schema === 'app' || schema === 'migration',
    })),
  ]
}
