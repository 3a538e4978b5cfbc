import type { Config } from '../../../config.ts'
import type { Database } from '../../../engine/driver/database.ts'
import { isLoopbackHost } from '../../../engine/network/public-address.ts'
import { readTransport, type Transport } from '../../../engine/schema/server-facts.ts'
import type { Check } from '../check.ts'

/** Whether others on the network could read or change what goes to the database and back. */
export async function checkTransport(db: Database, config: Config): Promise<Check> {
  return evaluateTransport(config, await readTransport(db))
}

export function evaluateTransport({ storage }: Config, { isLocal, isEncrypted }: Transport): Check {
  const name = 'database connection'
  const addresses =
    storage.kind === 'embedded' ? [] : [storage.databaseUrl, storage.ownerUrl ?? storage.databaseUrl]
  if (isLocal || addresses.every((it) => isLoopbackHost(new URL(it).hostname))) {
    return { name, ok: true, message: 'The database is on this machine.' }
  }
  if (!isEncrypted) {
    const message =
      'The connection to the database is not encrypted. Add sslmode=verify-full to its address, and sslrootcert=<file of the CA> if its CA is not a public one.'
    return { name, ok: false, message }
  }
  if (addresses.some((it) => new URL(it).searchParams.get('sslmode') === 'no-verify')) {
    const message =
      'sslmode=no-verify accepts every certificate, so an attacker could impersonate the database. Use verify-full.'
    return { name, ok: false, message }
  }
  return { name, ok: true, message: 'The connection to the database is encrypted.' }
}
