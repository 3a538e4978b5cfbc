import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../../engine/driver/database.ts'
import { databaseError } from '../../engine/driver/database-error.ts'
import { parserOf } from '../../engine/driver/wire-values.ts'

const TIMESTAMPTZ = 1184

/**
 * The database as the authentication library uses it: it makes its own statements, over the tables of staff alone, and reads
 * times as `Date`. Connections come from the service's pool.
 */
export function libraryDatabase({ pool }: Database): Kysely<unknown> {
  return new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: {
        async connect() {
          const client = await pool.connect().catch(asDatabaseError)
          return {
            // The library never reads through a cursor.
            query: async (text: string, values: readonly unknown[]) =>
              client.query({ text, values: [...values], types: { getTypeParser } }).catch(asDatabaseError),
            release: () => client.release(),
          } as unknown as pg.PoolClient
        },
        end: async () => undefined,
      },
    }),
  })
}

function getTypeParser(typeOid: number, format?: 'text' | 'binary') {
  if (format === 'binary' || typeOid === TIMESTAMPTZ) return pg.types.getTypeParser(typeOid, format)
  return parserOf(typeOid)
}

function asDatabaseError(error: unknown): never {
  throw databaseError(error)
}
