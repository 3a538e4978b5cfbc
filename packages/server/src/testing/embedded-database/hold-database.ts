// Run by tests as a process of its own, to be killed: `node hold-database.ts <options as JSON>`.
// It prints one line when the database is up, or the name of the error and its message.

import { startEmbeddedDatabase } from '../../engine/embedded-database/start.ts'

try {
  const database = await startEmbeddedDatabase(JSON.parse(process.argv[2] ?? '{}'))
  console.log(JSON.stringify({ adopted: database.adopted, connection: database.connection }))
} catch (error) {
  if (!(error instanceof Error)) throw error
  console.log(JSON.stringify({ error: error.name, message: error.message }))
}
