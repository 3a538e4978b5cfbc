import { type Config, readConfig } from '../config.ts'
import type { TenantDependencies } from '../operations/tenants/tenant-keys.ts'
import { systemClock } from '../platform/clock.ts'
import { createIdGenerator } from '../platform/id-generator.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { joinStorage } from '../start/open-storage.ts'
import { prepareDatabase } from '../start/prepare-database.ts'
import { grantService } from '../start/prepare-storage.ts'
import { settleSecretKey } from '../start/require-secret-key.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { operatorName } from './operator-name.ts'

/** What commands work with: the database as its owner, with the schema of this release. */
export type Session = TenantDependencies & {
  readonly config: Config
  /** Migrations that ran because this command did. */
  readonly migrated: readonly string[]
}

/** Runs a command's work on the storage, with the service running or not, and leaves nothing open. */
export async function inSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const storage = await joinStorage(config)
  let db: Database | null = null
  try {
    db = openDatabase(storage.owner, 'owner', 2)
    const migrated = await prepareDatabase(db, console.error)
    await settleSecretKey(db, storage.secretKey)
    // A process that starts without the owner's address finds all that its role needs.
    await grantService(storage, db)
    const secretBox = createSecretBox(storage.secretKey)
    return await work({
      config,
      migrated,
      db,
      clock: systemClock,
      keys: createIdGenerator(),
      secretBox,
      actor: operatorName(),
    })
  } finally {
    await db?.close()
    await storage.close()
  }
}
