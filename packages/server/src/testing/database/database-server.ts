import { openDatabase } from '../../store/driver/database.ts'
import { migrate } from '../../store/schema/migrate.ts'
import { NO_TIMEOUTS } from '../endless.ts'

/** Where the PostgreSQL of a test run listens. */
export type DatabaseServer = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

const TEMPLATE = 'goodword_template'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
    /** The folder of the programs of that PostgreSQL; empty for the one that comes with the packages. */
    postgresqlPrograms: string
  }
}

/** Migrates one database that the others of the run are copied from: a copy is ready in a few milliseconds. */
export async function makeTemplate(server: DatabaseServer): Promise<void> {
  await onServer(server, `create database ${TEMPLATE}`)
  const template = openDatabase({ ...server, database: TEMPLATE }, 'owner', 1, NO_TIMEOUTS)
  try {
    await migrate(template)
  } finally {
    // A database can be copied only without connections to it.
    await template.close()
  }
}

/** A copy of the template. Its files are copied as they are: to write each page to the log as well takes twice as long. */
export function copyTemplate(server: DatabaseServer, name: string): Promise<void> {
  return onServer(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
}

/** Runs one command beside the databases of the tests: creating and dropping them. */
export async function onServer(server: DatabaseServer, command: string): Promise<void> {
  const db = openDatabase(server, 'owner', 1, NO_TIMEOUTS)
  try {
    await db.query({ name: '', text: command }, [])
  } finally {
    await db.close()
  }
}
