import { type Kysely, PostgresDialect, PostgresIntrospector, sql, type TableMetadata } from 'kysely'

export const MIGRATION_SCHEMA = 'migration'

/**
 * PostgreSQL for Kysely's migrator. The migrator asks for all tables to see whether it has made its own two, several times
 * for each migration, and the dialect would read every column of the database each time.
 */
export class MigrationDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new MigrationIntrospector(db)
  }
}

class MigrationIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<unknown>

  constructor(db: Kysely<unknown>) {
    super(db)
    this.#db = db
  }

  /** The names of the migrator's own tables, without their columns. */
  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${MIGRATION_SCHEMA}
        and c.relkind = 'r'`.execute(this.#db)
    return rows.map(({ name }) => ({ name, schema: MIGRATION_SCHEMA, isView: false, columns: [] }))
  }
}
