/** A pooler that mixes sessions would mix the settings that isolate tenants. */
export const POOLER_BETWEEN =
  'a connection pooler (such as PgBouncer) is between, which refuses or drops the settings of a session. Give the direct address of PostgreSQL, which each provider has beside that of its pooler: see "Database providers" in the guide "Databases".'

/**
 * Whether a failure is that of a pooler: it refuses the parameter at once, or another session of the server behind it has the
 * prepared statements.
 */
export function isPoolerBetween(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  if (code === '26000' || code === '42P05') return true
  return /unsupported startup parameter/i.test(error.message) || isPoolerBetween(error.cause)
}
